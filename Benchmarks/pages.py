"""Pages and screens that look alike and are not the same: what Benchmarks/copies.py sets as traps.

Each series has one layout, and its pictures differ in what is written: letters, invoices that differ in a few numbers, forms,
pages with a line or two, receipts, a program's window, a terminal, a table of numbers, slides. All is drawn, the same in each
run, with the typeface that comes with Pillow.
"""
import random

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

WORDS = (
    "river stone letter morning garden window number bridge season paper answer island market silver winter "
    "matter orange travel people thought animal second simple office reason ground summer water account report "
    "that which have with from they will each about their other into than some these could then very after most "
    "a of to in is it on as at be by or an we if do no so up me my go the and for are but not you all any can had"
).split()


def font(size):
    return ImageFont.load_default(size)


def sentence(rng, count):
    return " ".join(rng.choice(WORDS) for _ in range(count)).capitalize() + "."


def fill(draw, rng, box, size, colour="black", paragraphs=99):
    """Lines of text in a box, with a gap between paragraphs."""
    left, top, right, bottom = box
    face, y = font(size), top
    for _ in range(paragraphs):
        line, words = "", sentence(rng, rng.randrange(30, 90)).split()
        for word in words:
            if draw.textlength(f"{line} {word}", face) > right - left:
                draw.text((left, y), line, colour, face)
                y, line = y + size * 1.4, ""
                if y > bottom - size:
                    return
            line = f"{line} {word}".strip()
        draw.text((left, y), line, colour, face)
        y += size * 2.2
        if y > bottom - size:
            return


def page(width=1240, height=1754, paper="white"):
    picture = Image.new("RGB", (width, height), paper)
    return picture, ImageDraw.Draw(picture)


def amount(rng):
    return f"{rng.randrange(10, 9000)}.{rng.randrange(100):02}"


def letter(rng):
    picture, draw = page()
    draw.text((120, 100), "Northern Water Works", "navy", font(40))
    draw.line((120, 160, 1120, 160), "navy", 4)
    draw.text((120, 260), "Mr A. Example\n12 Long Street\nSpringfield", "black", font(24))
    draw.text((860, 260), f"{rng.randrange(1, 29)} May 20{rng.randrange(10, 25)}", "black", font(24))
    fill(draw, rng, (120, 460, 1120, 1500), 24)
    draw.text((120, 1560), "Yours faithfully", "black", font(24))
    return picture


def short_letter(rng):
    picture, draw = page()
    draw.text((120, 100), "Northern Water Works", "navy", font(40))
    draw.line((120, 160, 1120, 160), "navy", 4)
    fill(draw, rng, (120, 460, 1120, 1500), 24, paragraphs=1)
    draw.text((120, 1560), "Yours faithfully", "black", font(24))
    return picture


def invoice(rng):
    """They differ in six numbers."""
    picture, draw = page()
    draw.text((120, 100), "INVOICE", "black", font(64))
    draw.text((760, 110), f"No. {rng.randrange(10000, 99999)}", "black", font(32))
    draw.text((120, 220), "Northern Water Works\n12 Long Street\nSpringfield", "black", font(24))
    for row in range(12):
        y = 500 + row * 60
        draw.line((120, y, 1120, y), "grey", 2)
        if row < 4:
            draw.text((140, y + 14), ["Supply", "Meter", "Standing charge", "Repair"][row], "black", font(26))
            draw.text((940, y + 14), amount(rng), "black", font(26))
    draw.text((740, 1260), f"Total {amount(rng)}", "black", font(36))
    return picture


def form(rng):
    picture, draw = page()
    draw.text((120, 90), "Application for a permit", "black", font(44))
    for row in range(18):
        y = 220 + row * 80
        draw.text((120, y), f"{row + 1}. {WORDS[row].capitalize()}", "black", font(22))
        draw.rectangle((420, y - 12, 1120, y + 44), outline="black", width=2)
        if rng.random() < 0.6:
            draw.text((440, y - 4), " ".join(rng.choice(WORDS) for _ in range(rng.randrange(1, 5))), "darkblue", font(30))
    return picture


def nearly_blank(rng):
    """A page number and a line."""
    picture, draw = page()
    draw.text((600, 1660), str(rng.randrange(1, 400)), "black", font(24))
    draw.text((120, rng.choice((120, 420, 820))), sentence(rng, rng.randrange(3, 7)), "black", font(24))
    return picture


def blank_scan(rng):
    """Paper from a scanner: noise and a shadow at an edge."""
    picture = Image.effect_noise((620, 877), rng.uniform(2, 8)).point(lambda v: min(255, v + 110))
    shadow = Image.linear_gradient("L").resize((620, 877)).point(lambda v: 255 if v > 12 else 225 + 2 * v)
    return ImageChops.darker(picture, shadow).convert("RGB").resize((1240, 1754))


def scanned_letter(rng):
    picture = letter(rng).rotate(rng.uniform(-0.4, 0.4), Image.Resampling.BICUBIC, fillcolor="white")
    noise = Image.effect_noise(picture.size, 14).convert("RGB")
    return Image.blend(picture.filter(ImageFilter.GaussianBlur(0.8)), noise, 0.12)


def receipt(rng):
    picture, draw = page(600, 1400, "#f4f2ea")
    draw.text((170, 40), "CORNER SHOP", "black", font(38))
    for row in range(22):
        draw.text((40, 160 + 48 * row), rng.choice(WORDS), "black", font(26))
        draw.text((450, 160 + 48 * row), amount(rng), "black", font(26))
    draw.text((40, 1300), f"TOTAL {amount(rng)}", "black", font(36))
    return picture


def window(rng):
    """A mail program: the same frame, buttons and folders, other messages."""
    picture, draw = page(1600, 900, "#fafafa")
    draw.rectangle((0, 0, 1600, 44), "#3b3f46")
    draw.text((20, 8), "Mail", "white", font(24))
    for place in range(6):
        draw.rounded_rectangle((120 + 110 * place, 8, 215 + 110 * place, 36), 6, "#5a6270")
    draw.rectangle((0, 44, 260, 900), "#e4e7ec")
    for row, name in enumerate(("Inbox", "Drafts", "Sent", "Archive", "Junk", "Trash")):
        draw.text((30, 70 + 44 * row), name, "#222222", font(22))
    for row in range(13):
        y = 54 + 64 * row
        draw.line((260, y + 60, 700, y + 60), "#cccccc", 1)
        draw.text((280, y), " ".join(rng.choice(WORDS) for _ in range(2)).title(), "black", font(20))
        draw.text((280, y + 28), sentence(rng, 6)[:42], "#666666", font(17))
    draw.text((740, 70), sentence(rng, 5), "black", font(28))
    fill(draw, rng, (740, 140, 1560, 880), 19, "#222222", rng.randrange(2, 5))
    return picture


def terminal(rng):
    picture, draw = page(1280, 800, "#1e1e1e")
    for row in range(38):
        text = rng.choice(("$ ", "", "", "")) + " ".join(rng.choice(WORDS) for _ in range(rng.randrange(2, 14)))
        draw.text((12, 8 + 20 * row), text, rng.choice(("#d0d0d0", "#d0d0d0", "#6fbf73")), font(16))
    return picture


def table(rng):
    picture, draw = page(1600, 900)
    draw.rectangle((0, 0, 1600, 80), "#217346")
    for row in range(26):
        for column in range(12):
            box = (40 + 130 * column, 90 + 31 * row, 170 + 130 * column, 121 + 31 * row)
            draw.rectangle(box, outline="#d4d4d4")
            draw.text((box[0] + 10, box[1] + 4), amount(rng), "black", font(18))
    return picture


def slide(rng):
    picture, draw = page(1600, 900, "#ffffff")
    draw.rectangle((0, 0, 1600, 150), "#20508a")
    draw.text((60, 40), sentence(rng, 4), "white", font(56))
    for row in range(5):
        draw.ellipse((80, 248 + 120 * row, 100, 268 + 120 * row), "#20508a")
        draw.text((130, 230 + 120 * row), sentence(rng, rng.randrange(4, 8)), "black", font(40))
    draw.text((60, 850), "Annual meeting", "grey", font(22))
    return picture


SERIES = {made.__name__: made for made in (
    letter, short_letter, scanned_letter, invoice, form, receipt, nearly_blank, blank_scan, window, terminal, table, slide)}


def pages(seed, each):
    """(series, picture) of each series."""
    for name, made in SERIES.items():
        for number in range(each):
            yield name, made(random.Random(f"{seed} {name} {number}"))
