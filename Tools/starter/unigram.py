"""Text to token ids in plain Python: what `tokenizer.json` says, for the builder's own few thousand texts."""

import unicodedata

from tokenizer import METASPACE

_UNKNOWN_PENALTY = 10.0


class Unigram:
    def __init__(self, e5):
        self.special = e5.special
        self.pieces = {piece: i for i, piece in enumerate(e5.pieces)}
        self.scores = e5.scores.astype(float).tolist()
        self.longest = max(map(len, e5.pieces))
        self.unknown_score = min(self.scores) - _UNKNOWN_PENALTY
        self.table = {source: "".join(map(chr, target)) for source, target in e5.normalisation.items()}

    def encode(self, text):
        """Ids with <s> in front and </s> behind."""
        ids = [self.special["bos"]]
        for word in unicodedata.normalize("NFC", text).translate(self.table).split():
            ids += self._word(METASPACE + word)
        return ids + [self.special["eos"]]

    def _word(self, word):
        """The likeliest split into pieces (Viterbi); neighbouring unknown characters count as one."""
        best = [(0.0, 0, -1)] + [None] * len(word)
        unknown = self.special["unk"]
        for start in range(len(word)):
            score = best[start][0]
            known_character = False
            for end in range(start + 1, min(len(word), start + self.longest) + 1):
                piece = self.pieces.get(word[start:end])
                if piece is not None:
                    known_character |= end == start + 1
                    self._offer(best, end, score + self.scores[piece], start, piece)
            if not known_character:
                self._offer(best, start + 1, score + self.unknown_score, start, unknown)
        ids, end = [], len(word)
        while end > 0:
            _, start, piece = best[end]
            if not (piece == unknown and ids and ids[-1] == unknown):
                ids.append(piece)
            end = start
        return ids[::-1]

    @staticmethod
    def _offer(best, end, score, start, piece):
        if best[end] is None or score > best[end][0]:
            best[end] = (score, start, piece)
