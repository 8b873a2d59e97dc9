"""Writes the workbooks of this folder: the same twenty tables by openpyxl and XlsxWriter, and tables.json.

Where LibreOffice is installed, it saves those of openpyxl again; the stored ones are of LibreOffice 7.4.7.

    python3 -m venv .cache/workbooks && .cache/workbooks/bin/pip install openpyxl==3.1.5 XlsxWriter==3.3.1
    .cache/workbooks/bin/python services/api/test/spreadsheets/workbooks/write-workbooks.py
"""

import datetime
import json
import pathlib
import random
import shutil
import subprocess
import tempfile

import openpyxl
import xlsxwriter
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.utils.datetime import CALENDAR_MAC_1904

FOLDER = pathlib.Path(__file__).parent
TABLES = 20
CREATED = datetime.datetime(2026, 1, 2, 3, 4, 5)
WORDS = ["Slipped on ice", "Größe 42", "пожар", "手を挟んだ", "سقط", "🏗 crane", "a < b & \"c\"", "two\nlines", "It’s 5″", "0042"]
DAY_FORMATS = ["yyyy-mm-dd", "dd/mm/yyyy", "d mmm yyyy", "[$-409]dddd, mmmm d, yyyy", 'm/d/yy', 'dd.mm.yyyy;@']
TIME_FORMATS = ["h:mm", "hh:mm AM/PM", "[h]:mm"]
MOMENT_FORMATS = ["yyyy-mm-dd hh:mm", "d/m/yyyy h:mm AM/PM"]
NUMBERS = [(0.1 + 0.2, "0.3"), (1.5e-7, "0.00000015"), (-12.5, "-12.5"), (3, "3"), (0, "0"), (1e21, "1000000000000000000000"),
           (1234567.891, "1234567.891"), (1 / 3, "0.333333333333333")]
NUMBER_FORMATS = ["General", "0.00", '0 "days"', "#,##0.00;[Red]-#,##0.00", "0.00E+00", "@"]


def cell(rng):
    """A cell: what is written, and the text that an import reads."""
    kind = rng.choice(["text", "text", "rich", "number", "day", "time", "moment", "bool", "empty"])
    if kind == "text":
        text = rng.choice(WORDS)
        return {"kind": kind, "text": text, "expected": text}
    if kind == "rich":
        runs = [rng.choice(WORDS) + " ", rng.choice(WORDS)]
        return {"kind": kind, "runs": runs, "expected": "".join(runs)}
    if kind == "number":
        number, expected = rng.choice(NUMBERS)
        return {"kind": kind, "number": number, "format": rng.choice(NUMBER_FORMATS), "expected": expected}
    if kind == "day":
        day = datetime.date(2025, 1, 1) + datetime.timedelta(days=rng.randrange(700))
        return {"kind": kind, "moment": f"{day}T00:00:00", "format": rng.choice(DAY_FORMATS), "expected": str(day)}
    time = f"{rng.randrange(24):02}:{rng.randrange(60):02}"
    if kind == "time":
        return {"kind": kind, "time": time, "format": rng.choice(TIME_FORMATS), "expected": time}
    if kind == "moment":
        day = datetime.date(2025, 1, 1) + datetime.timedelta(days=rng.randrange(700))
        return {"kind": kind, "moment": f"{day}T{time}:00", "format": rng.choice(MOMENT_FORMATS), "expected": f"{day} {time}"}
    if kind == "bool":
        value = rng.random() < 0.5
        return {"kind": kind, "value": value, "expected": str(value).upper()}
    return {"kind": "empty", "expected": ""}


def table(seed):
    rng = random.Random(seed)
    columns = rng.randint(3, 9)
    rows = [[cell(rng) for _ in range(columns)] for _ in range(rng.randint(2, 12))]
    for row in rows:
        row[0] = {"kind": "text", "text": f"{seed}-{rng.randrange(10**6)}", "expected": ""}
        row[0]["expected"] = row[0]["text"]
    return {
        "title": rng.choice(["Incidents", "Événements", "事故", "R&D \"log\""]),
        "hiddenBefore": rng.random() < 0.3,
        "hiddenBehind": rng.random() < 0.3,
        "is1904": rng.random() < 0.3,
        "header": [f"Column {at + 1}" for at in range(columns)],
        "rows": rows,
    }


def sheet_names(each):
    before = ["Lists"] if each["hiddenBefore"] else []
    behind = ["Old"] if each["hiddenBehind"] else []
    return before, behind


def with_openpyxl(each, path):
    book = openpyxl.Workbook()
    book.remove(book.active)
    book.properties.created = book.properties.modified = CREATED
    if each["is1904"]:
        book.epoch = CALENDAR_MAC_1904
    before, behind = sheet_names(each)
    for name in before + [each["title"]] + behind:
        sheet = book.create_sheet(name)
        if name != each["title"]:
            sheet.sheet_state = "hidden"
            sheet.append(["Not", "this", "one"])
    sheet = book[each["title"]]
    book.active = sheet
    sheet.append(each["header"])
    for row, cells in enumerate(each["rows"], 2):
        for column, one in enumerate(cells, 1):
            at = sheet.cell(row, column)
            if one["kind"] == "text":
                at.value = one["text"]
            elif one["kind"] == "rich":
                at.value = CellRichText(TextBlock(InlineFont(b=True), one["runs"][0]), one["runs"][1])
            elif one["kind"] == "number":
                at.value = one["number"]
            elif one["kind"] in ("day", "moment"):
                at.value = datetime.datetime.fromisoformat(one["moment"])
            elif one["kind"] == "time":
                at.value = datetime.time.fromisoformat(one["time"])
            elif one["kind"] == "bool":
                at.value = one["value"]
            if "format" in one:
                at.number_format = one["format"]
    book.save(path)


def with_xlsxwriter(each, path):
    book = xlsxwriter.Workbook(path, {"date_1904": each["is1904"]})
    book.set_properties({"created": CREATED})
    before, behind = sheet_names(each)
    for name in before + [each["title"]] + behind:
        sheet = book.add_worksheet(name)
        if name != each["title"]:
            sheet.hide()
            sheet.write_row(0, 0, ["Not", "this", "one"])
    sheet = book.get_worksheet_by_name(each["title"])
    sheet.activate()
    sheet.set_first_sheet()
    sheet.write_row(0, 0, each["header"])
    bold = book.add_format({"bold": True})
    for row, cells in enumerate(each["rows"], 1):
        for column, one in enumerate(cells):
            style = book.add_format({"num_format": one["format"]}) if "format" in one else None
            if one["kind"] == "text":
                sheet.write_string(row, column, one["text"])
            elif one["kind"] == "rich":
                sheet.write_rich_string(row, column, bold, one["runs"][0], one["runs"][1])
            elif one["kind"] == "number":
                sheet.write_number(row, column, one["number"], style)
            elif one["kind"] in ("day", "moment"):
                sheet.write_datetime(row, column, datetime.datetime.fromisoformat(one["moment"]), style)
            elif one["kind"] == "time":
                sheet.write_datetime(row, column, datetime.time.fromisoformat(one["time"]), style)
            elif one["kind"] == "bool":
                sheet.write_boolean(row, column, one["value"])
    book.close()


tables = [table(seed) for seed in range(1, TABLES + 1)]
(FOLDER / "tables.json").write_text(json.dumps(tables, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
for place, each in enumerate(tables, 1):
    with_openpyxl(each, FOLDER / f"openpyxl-{place:02}.xlsx")
    with_xlsxwriter(each, FOLDER / f"xlsxwriter-{place:02}.xlsx")
if shutil.which("soffice"):
    with tempfile.TemporaryDirectory() as saved:
        written = [str(FOLDER / f"openpyxl-{place:02}.xlsx") for place in range(1, TABLES + 1)]
        subprocess.run(["soffice", "--headless", "--convert-to", "xlsx", "--outdir", saved, *written], check=True)
        for place in range(1, TABLES + 1):
            shutil.copy(f"{saved}/openpyxl-{place:02}.xlsx", FOLDER / f"libreoffice-{place:02}.xlsx")
else:
    print("LibreOffice is not installed: its workbooks stay as they are.")
