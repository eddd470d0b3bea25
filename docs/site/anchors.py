"""Anchors of headings, as GitHub makes them: links of the pages are right on both."""

import re


def slug(heading, separator):
    text = re.sub(r"[^\w\- ]", "", heading.strip().lower())
    return text.replace(" ", separator)
