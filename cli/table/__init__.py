"""The interactive table: boards, prompts, completion, hints, pager."""
