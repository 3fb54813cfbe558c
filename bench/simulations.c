/* The rival of service/simulate: the standard game, shuffled and played out, with the same generator and draws.
   Usage: simulations DEALS SEED. Prints seconds, wins and the sum of all flips. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { PILES = 13, CARDS = 52, CENTRE = 12 };

static uint64_t state[4];

static uint64_t turned(uint64_t word, int by) { return word << by | word >> (64 - by); }

static uint64_t following(void) {
    uint64_t word = turned(state[1] * 5, 7) * 9, shifted = state[1] << 17;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= shifted;
    state[3] = turned(state[3], 45);
    return word;
}

static void seed_with(uint64_t seed) {
    for (int i = 0; i < 4; i++) {
        uint64_t mixed = seed += 0x9E3779B97F4A7C15u;
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9u;
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBu;
        state[i] = mixed ^ mixed >> 31;
    }
}

static uint32_t below(uint32_t bound, uint32_t bits) {
    uint64_t product = (uint64_t)bits * bound;
    if ((uint32_t)product < bound) {
        uint32_t refused = -bound % bound;
        while ((uint32_t)product < refused) product = (following() >> 32) * bound;
    }
    return product >> 32;
}

static void swap(uint8_t *deck, uint32_t last, uint32_t chosen) {
    uint8_t card = deck[last];
    deck[last] = deck[chosen];
    deck[chosen] = card;
}

static void shuffle(uint8_t *deck) {
    for (uint32_t bound = CARDS; bound > 1;) {
        uint64_t bits = following();
        swap(deck, bound - 1, below(bound, bits >> 32));
        if (--bound > 1) {
            swap(deck, bound - 1, below(bound, (uint32_t)bits));
            bound--;
        }
    }
}

static int play(const uint8_t *deck) {
    int64_t heights[PILES], pile = CENTRE;
    int flips = 0;
    for (int i = 0; i < PILES; i++) heights[i] = CARDS + i;
    for (; heights[pile] >= PILES; flips++) pile = deck[heights[pile] -= PILES];
    return flips;
}

int main(int count, char **arguments) {
    uint8_t deck[CARDS];
    long deals = count > 1 ? atol(arguments[1]) : 1000000, wins = 0, flips = 0;
    struct timespec start, end;
    seed_with(count > 2 ? strtoull(arguments[2], NULL, 10) : 1);
    for (int i = 0; i < CARDS; i++) deck[i] = i % PILES;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (long deal = 0; deal < deals; deal++) {
        int turned_up;
        shuffle(deck);
        turned_up = play(deck);
        wins += turned_up == CARDS;
        flips += turned_up;
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%.9f %ld %ld\n", (end.tv_sec - start.tv_sec) + (end.tv_nsec - start.tv_nsec) / 1e9, wins, flips);
    return 0;
}
