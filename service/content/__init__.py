"""Everything that is said in words: rules, quiz, glossary, labels, narration, readings. One folder a language."""
