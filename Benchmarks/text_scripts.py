#!/usr/bin/env python3
"""Make an open set of signs in Greek, Arabic, Hindi, Thai, Korean and Japanese on photographs, and say how much of them
was read.

    apt-get install -y fonts-noto-core fonts-noto-cjk fonts-thai-tlwg tesseract-ocr-{ell,ara,hin,tha,kor,jpn}
    text_scripts.py PHOTOS SET [--count 36] [--seed 1]
    text_scripts.py PHOTOS SET --score TEXT.jsonl

PHOTOS is a folder of photographs. Of each script's pictures, every third is turned by 90, 180 or 270 degrees. TEXT.jsonl
is what `evoke photo text --json SET/pictures/*` printed. Prints as JSON the share of words found of each language, and of the
words read how many are there; of Thai and Japanese, which put no spaces between words, of pairs of letters. Needs Pillow
with raqm.
"""
import argparse
import collections
import json
import pathlib
import random
import re
import unicodedata

NOTO, CJK, TLWG = (
    "/usr/share/fonts/truetype/noto/Noto", "/usr/share/fonts/opentype/noto/Noto", "/usr/share/fonts/truetype/tlwg/")
FONTS = {
    "ell": [NOTO + "Sans-Regular.ttf", NOTO + "Serif-Regular.ttf", NOTO + "Sans-Bold.ttf"],
    "ara": [NOTO + "NaskhArabic-Regular.ttf", NOTO + "SansArabic-Regular.ttf", NOTO + "NaskhArabic-Bold.ttf"],
    "hin": [NOTO + "SansDevanagari-Regular.ttf", NOTO + "SerifDevanagari-Regular.ttf"],
    "tha": [NOTO + "SansThai-Regular.ttf", TLWG + "Garuda.ttf", TLWG + "Norasi.ttf"],
    "kor": [CJK + "SansCJK-Regular.ttc", CJK + "SerifCJK-Regular.ttc", CJK + "SansCJK-Bold.ttc"],
    "jpn": [CJK + "SansCJK-Regular.ttc", CJK + "SerifCJK-Regular.ttc", CJK + "SansCJK-Bold.ttc"],
}
TEXTS = {
    "ell": [
        "Καλώς ήρθατε στην Αθήνα", "Απαγορεύεται το κάπνισμα", "Φαρμακείο ανοιχτό όλη νύχτα", "Φρέσκο ψωμί κάθε πρωί",
        "Η έξοδος είναι δεξιά", "Μη ρίχνετε σκουπίδια στη θάλασσα", "Το μουσείο κλείνει στις πέντε",
        "Παρακαλώ περιμένετε εδώ", "Ένας μικρός πιγκουίνος", "Δωμάτια με θέα στο λιμάνι"],
    "ara": [
        "مرحبا بكم في المدينة", "ممنوع التدخين هنا", "الباب مغلق يوم الجمعة", "مطعم السمك على البحر", "قطة صغيرة على الكرسي",
        "يفتح المتحف في الصباح", "الرجاء عدم لمس الزجاج", "محطة القطار القديمة", "خبز طازج كل يوم", "شارع الملك عبد الله"],
    "hin": [
        "आपका स्वागत है", "यहाँ धूम्रपान करना मना है", "कृपया शांति बनाए रखें", "रेलवे स्टेशन का रास्ता", "ताज़ा फल और सब्ज़ी",
        "बच्चों के लिए पार्क", "दुकान सोमवार को बंद है", "पानी बचाओ जीवन बचाओ", "एक छोटी लाल साइकिल", "पुस्तकालय पहली मंज़िल पर है"],
    "tha": [
        "ยินดีต้อนรับสู่กรุงเทพ", "ห้ามสูบบุหรี่ในอาคาร", "กรุณาถอดรองเท้าก่อนเข้า", "ร้านอาหารเปิดทุกวัน", "ทางออกอยู่ด้านขวา",
        "ระวังพื้นลื่น", "แมวสีดำบนหลังคา", "สถานีรถไฟเชียงใหม่", "ขายผลไม้สดตามฤดูกาล", "โปรดรักษาความสะอาด"],
    "kor": [
        "서울에 오신 것을 환영합니다", "여기에서 담배를 피우지 마세요", "신선한 과일과 채소", "도서관은 월요일에 쉽니다", "출입구는 왼쪽에 있습니다",
        "작은 고양이 한 마리", "바다가 보이는 방", "쓰레기를 버리지 마세요", "따뜻한 커피 한 잔", "기차는 아홉 시에 떠납니다"],
    "jpn": [
        "東京へようこそ", "ここでたばこを吸わないでください", "新しい野菜と果物あります", "図書館は月曜日に休みです", "出口は右側にあります", "小さな黒いねこ",
        "海の見える部屋", "ごみはお持ち帰りください", "あたたかいコーヒーをどうぞ", "電車は九時に出ます"],
}
WITHOUT_SPACES = {"tha", "jpn"}


def parts(text, language):
    plain = unicodedata.normalize("NFKC", text).casefold()
    if language in WITHOUT_SPACES:
        letters = "".join(letter for letter in plain if unicodedata.category(letter)[0] in "LMN")
        return [letters[place:place + 2] for place in range(len(letters) - 1)]
    # Vowel signs belong to their words, and are no letters.
    words = ("".join(letter if unicodedata.category(letter)[0] in "LMN" else " " for letter in plain)).split()
    return [word for word in words if len(word) > 1]


def make(photos, folder, count, seed):
    from PIL import Image, ImageDraw, ImageFilter, ImageFont

    chance = random.Random(seed)
    files = sorted(file for file in photos.rglob("*") if re.fullmatch(r"\.(jpe?g|png)", file.suffix.lower()))
    (folder / "pictures").mkdir(parents=True, exist_ok=True)
    truth = {}
    for number in range(count):
        language = list(TEXTS)[number % len(TEXTS)]
        picture = Image.open(chance.choice(files)).convert("RGB")
        picture.thumbnail((1600, 1600), Image.LANCZOS)
        lines = chance.sample(TEXTS[language], chance.randint(1, 4))
        size = int(picture.width * chance.uniform(0.03, 0.06))
        font = ImageFont.truetype(chance.choice(FONTS[language]), size, layout_engine=ImageFont.Layout.RAQM)
        boxes = [font.getbbox(line) for line in lines]
        step = int(1.7 * size)
        paper, ink = chance.choice([("white", "black"), ("#f0e6be", "#202020"), ("#1e3c78", "white")])
        sign = Image.new("RGBA", (max(box[2] for box in boxes) + 2 * size, len(lines) * step + size), paper)
        for row, line in enumerate(lines):
            ImageDraw.Draw(sign).text((size, size // 2 + row * step), line, font=font, fill=ink)
        sign = sign.rotate(chance.uniform(-6, 6), Image.BICUBIC, expand=True)
        sign.thumbnail((int(0.94 * picture.width), int(0.94 * picture.height)), Image.LANCZOS)
        picture.paste(
            sign, (chance.randint(0, picture.width - sign.width), chance.randint(0, picture.height - sign.height)), sign)
        if chance.random() < 0.3:
            picture = picture.filter(ImageFilter.GaussianBlur(chance.uniform(0.4, 1)))
        isTurned = number // len(TEXTS) % 3 == 2
        if isTurned:
            picture = picture.rotate(chance.choice((90, 180, 270)), expand=True)
        name = f"{number:04}.jpg"
        picture.save(folder / "pictures" / name, quality=chance.randint(70, 92))
        truth[name] = {"language": language, "lines": lines, "turn": "pixels" if isTurned else None}
    (folder / "truth.json").write_text(json.dumps(truth, ensure_ascii=False, indent=1), encoding="utf-8")


def score(folder, file):
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    read = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        read[pathlib.Path(row["path"]).name] = [line["text"] for line in row["lines"]]
    counts = collections.defaultdict(collections.Counter)
    for name, picture in truth.items():
        language = picture["language"]
        there = collections.Counter(part for line in picture["lines"] for part in parts(line, language))
        said = collections.Counter(part for line in read.get(name, []) for part in parts(line, language))
        right = (there & said).total()
        kind = counts[language + (" turned" if picture["turn"] else "")]
        kind.update(right=right, there=there.total(), said=said.total())
    return {
        kind: {"found": round(count["right"] / count["there"], 3), "of": count["there"],
               "true": round(count["right"] / max(1, count["said"]), 3)}
        for kind, count in sorted(counts.items())}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", type=pathlib.Path)
    parser.add_argument("set", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=36)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--score", type=pathlib.Path)
    arguments = parser.parse_args()
    if arguments.score:
        print(json.dumps(score(arguments.set, arguments.score), indent=1))
    else:
        make(arguments.photos, arguments.set, arguments.count, arguments.seed)
