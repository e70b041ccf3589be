import re


def count_text(text, longest=25):
    sentences = [part.strip() for part in re.split(r"(?<=[.!?])\s+", text) if part.strip()]
    lengths = [len(sentence.split()) for sentence in sentences]
    long = [sentence for sentence, length in zip(sentences, lengths) if length > longest]
    return {"words": sum(lengths), "sentences": len(sentences), "long": long}
