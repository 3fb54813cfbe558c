"""How months are spelled."""

import pytest

from service.storage.postgres.partitions import Month


@pytest.mark.parametrize("spelled", ["2026-11", "1970-01", "9998-12"])
def test_a_month_is_read_as_it_is_printed(spelled: str) -> None:
    assert str(Month.parse(spelled)) == spelled
    assert Month.on(Month.parse(spelled).start.date()) == Month.parse(spelled)


@pytest.mark.parametrize("spelled", ["2026-13", "2026-1", "202611", "2026-W01", "", "2026-11-01", "month"])
def test_what_is_no_month_is_not_read(spelled: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  whatever the words
        Month.parse(spelled)
