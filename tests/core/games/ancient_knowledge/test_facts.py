"""A second table of the 189 cards, typed from the sources in another form than the game's own, compared card by card.

A line is id, name, icon and numbers; under it stand the rules of the card. Numbers of a monument are cost, slot (L:
locked), knowledge and points; of an artifact the cost; of a technology kind, level, points and requirement. In a rule
`-` is a cost, `?` a condition, letters are types of cards, and what SPEC 6.1 has as a default is left out.
"""

from __future__ import annotations

import pytest

from kronika.core.games.ancient_knowledge.cards import FACTS, Amount, Condition, Fact, Op, Rule, Target

TABLE = """\
C1 Osirion | endgame 1 4 4 0
    endgame score=tech.ancient,3->4,5->7
C2 Abu Gorab | endgame 1 4 4 0
    endgame score=tech.secret,3->4,5->7
C3 Göbekli Tepe | endgame 2 5 4 0
    endgame score=past.max_type*1
C4 Byblos | endgame 2 5 2 1
    endgame score=past.min_type*2
C5 Ellora Caves | endgame 2 5 3 0 set1
    endgame score=past.city*1
C6 Ollantaytambo | timeline 0 2 2 2
    timeline remove_knowledge:1+each+adjacent+C
C7 Luxor Temple | timeline 0 3 10 7
    timeline ?adjacent.pyramid>=2 remove_knowledge:3+self
C8 Mohenjo-daro | timeline 0 5 9 5
    timeline ?adjacent.max_type>=2 remove_knowledge:2+self
C9 Petra | timeline 0 4 1 1
    timeline ?lost<=2 ?past>=1 draw:1
C10 Parthenon | timeline 0 3 4 0
    timeline ?timeline.knowledge>=11 remove_knowledge:2+spread+upto
C11 Warangal | anytime 0 5 2 1 set3
    after_learn on=secret remove_knowledge:1 draw:1
C12 Timbuktu | immediate 0 1 2 0
    immediate remove_lost:1
C13 Lopburi Temple | immediate 0 4 1 0
    immediate swap_monuments:1
C14 Bagan | immediate 0 5 2 0
    immediate swap_monuments:1
C15 Ajanta Caves | decline 0 3 2 1
    decline move_monument:1+other
C16 Heracleion | decline 2 2 2 2
    decline draw:4
C17 Jericho | decline 2 3 3 1
    decline draw:6
C18 Angkor Wat | anytime 0 6 2 2
    static ?past.city>=1 entry_knowledge by=-1 for=C other
C19 Derinkuyu | decline 0 3 3 1
    decline remove_knowledge:4+C+tokens>=6
C20 Tiwanaku | immediate 0 2 2 2
    immediate remove_knowledge:1+each+C+other
C21 Mycenae | decline 1 6L 4 0
    decline remove_knowledge:7+spread+other+upto
C22 Baalbek | immediate 0 2 6 4
    static ?past.city>=3 entry_knowledge_self by=-5
C23 Sacsayhuamán | immediate 0 3 8 6
    static ?past.city>=3 entry_knowledge_self by=-6
C24 Easter Island | anytime 0 5 3 2
    static entry_knowledge by=-1 for=C other
C25 Llaqtapata | decline 0 3 6 6
    decline ?self.knowledge>=1 discard_self:1
C26 Machu Picchu | decline 0 3 7 7
    decline ?self.knowledge>=1 discard_self:1
C27 Karnak Temple | decline 0 3 8 8
    decline ?self.knowledge>=1 discard_self:1
C28 Babylon | decline 0 3 9 10
    decline ?self.knowledge>=1 discard_self:1
C29 Atlantis | decline 0 3 10 12
    decline ?self.knowledge>=1 discard_self:1
C30 Potala Palace | immediate 0 3 3 8
    immediate skip_decline_phase:1
C31 Philae | immediate 0 3 3 2
    immediate ?timeline.city>=4 remove_knowledge:3+pick+of-2+C
C32 Persepolis | immediate 0 3 3 3
    immediate may archive:1
C33 Inwa | immediate 0 2 6 4
    static ?tech.secret>=3 entry_knowledge_self by=-5
C34 Temple of Kom Ombo | anytime 0 5 2 2
    static entry_knowledge by=-1 for=P
C35 Tulum | timeline 0 4L 1 6
    timeline discard_hand:1
C36 Cyrene | timeline 0 3 8 7
    timeline ?past.city>=4 remove_knowledge:2+self
M1 Stonehenge | endgame 1 3 4 1
    endgame score=tech.min_kind*2
M2 Menhir di Monte Corru Tundu | endgame 1 4 1 0 set4
    endgame score=lost,15->9
M3 Aswan Obelisk | endgame 1 4 2 1
    endgame score=past.pyramid*1
M4 Sulawesi Megaliths | endgame 1 3 2 1
    endgame score=past.megalith,7->6
M5 Mörön | endgame 1 4 4 0
    endgame score=tech.ancient,3->4,5->7
M6 Dolmen of Ganghwa | endgame 1 4 4 0
    endgame score=tech.writing,3->4,5->7
M7 Circles of Mpumalanga | endgame 2 5 3 0
    endgame score=past.megalith*1
M8 Dolmen of Gochang | decline 0 4 3 1
    decline ?past.megalith>=5 remove_lost:7
M9 Aramu Muru | decline 1 3L 2 2
    decline opponents_discard:2
M10 The Fairies' Rock | decline 0 2 2 1
    decline opponents_discard:1
M11 Menhirs of Monteneuf | decline 0 4 2 2
    decline may create:1+cards=CMP
M12 Statues of Ramesses II | decline 2 2 2 2
    decline draw:4
M13 Carnac Standing Stones | decline 4 6L 3 0
    decline ?lost>=20 remove_lost:15
M14 Menhir of Kerloas | decline 0 3L 3 1
    decline steal_card:1
M15 Barabar Caves | decline 0 6 3 1
    decline give_lost_to_opponent:3
M16 Diquís Stone Spheres | immediate 0 2 3 1 set2
    immediate may create:1+cards=A
M17 Fort Samaipata | immediate 0 2 6 4 set4
    static ?past.megalith>=3 entry_knowledge_self by=-5
M18 Dolmen of Menga | immediate 0 6 3 1 set1
    immediate may create:1+cards=CMP
M19 Dolmen of Fontanaccia | endgame 1 4 1 0
    endgame score=lost,10->4
M20 Colossi of Memnon | anytime 0 5 2 2
    static entry_knowledge by=-1 for=M other
M21 Baalbek Trilithon | immediate 0 3 7 5
    static ?past.megalith>=4 entry_knowledge_self by=-6
M22 Hire Benakal | anytime 0 5 2 1 set3
    after_learn on=writing remove_knowledge:1 draw:1
M23 Standing Stones of Stenness | immediate 1 5 2 2
    immediate remove_knowledge:1+each+M+other
M24 Tlaloc's Statue | immediate 0 3 4 1
    immediate add_knowledge_opponents:3
M25 Great Sphinx of Giza | immediate 0 2 3 1
    immediate add_knowledge_opponents:2
M26 Chabola de la Hechicera | anytime 0 6 3 1 set2
    after_create on=A remove_knowledge:1 draw:1
M27 Masuda Iwafune | immediate 0 3 2 2
    immediate may create:1+cards=M
M28 Megaliths of Cauria | immediate 0 1 2 0
    immediate add_knowledge_opponents:1
M29 Ishibutai Kofun | timeline 0 4 3 1
    timeline ?lost>=5 remove_lost:1
M30 Leshan Giant Buddha | timeline 0 5 3 2
    timeline ?past.megalith>=3 remove_lost:1
M31 Ħaġar Qim | timeline 0 2 3 2
    timeline remove_lost:1
M32 Giants' Tomb | endgame 1 5 1 0
    endgame score=lost,20->12
M33 Merchants' Table | endgame 1 2 2 1
    endgame score=timeline*1
M34 Montguyon Dolmen | decline 3 5 3 0
    decline may learn:1+free
M35 Ġgantija | timeline 0 2 1 1
    timeline remove_knowledge:1+each+adjacent+C
M36 Poulnabrone Dolmen | anytime 0 6 0 0
    after_create on=CMP not-self not-from-it ?past>=11 may create:1+cards=CMP
P1 Pyramid of Khafre | endgame 2 2 3 0
    endgame score=tech,8->5,12->12
P2 Pyramid of Pepi II | endgame 1 3 2 1
    endgame score=past.city,7->6
P3 Meidum Pyramid | endgame 1 4 4 0
    endgame score=tech.secret,3->4,5->7
P4 Palenque | endgame 1 4 4 0
    endgame score=tech.writing,3->4,5->7
P5 Cahuachi Pyramids | endgame 1 3 4 1
    endgame score=tech.min_kind*2
P6 Great Ziggurat of Ur | endgame 2 5 2 1
    endgame score=past.min_type*2
P7 Pyramid of the Niches | decline 0 3 3 1
    decline peek_learn:7
P8 Pyramid of Userkaf | decline 0 3 3 1
    decline opponents_discard:1+artifacts
P9 Caral | decline 0 4 2 2
    decline may learn:1
P10 Teotihuacan | decline 1 6L 2 0 set3
    decline may learn:1
    decline may learn:1
P11 Pyramid of Coba | decline 0 3 2 1
    decline ?past.megalith>=3 remove_lost:4+upto
P12 Gunung Padang | decline 0 3 2 1
    decline move_monument:1+other
P13 Yonaguni | immediate 0 4 14 8
    immediate may discard_artifacts:1+upto remove_knowledge:4*result+self
P14 Tikal Temple I | immediate 0 3 4 2 set3
    immediate may learn:1
P15 Xixia Wangling | immediate 0 2 3 2
    immediate remove_knowledge:3+adjacent+upto
P16 Nubian Pyramids | immediate 0 2 3 1 set4
    immediate may create:1+cards=A
P17 The Queen's Pyramids | immediate 0 3 5 4
    static entry_knowledge_self by=-1*past.pyramid
P18 Pyramid of Nice | immediate 0 1 2 0 set1
    immediate remove_knowledge:1
P19 Candi Sukuh | anytime 0 4L 4 0
    static learn_requirement by=-1
P20 Borobudur Temple | anytime 0 3L 4 0
    after_create on=A may learn:1
P21 Phimeanakas | anytime 0 5 2 1 set3
    after_learn on=ancient remove_knowledge:1 draw:1
P22 Sneferu's Pyramid | anytime 0 5 3 2
    static entry_knowledge by=-1 for=C other
P23 Pyramids of Xi'an | immediate 0 4 1 0
    immediate swap_monuments:1
P24 Pyramid of Tazumal | timeline 0 3 4 0
    timeline ?timeline.knowledge>=11 remove_knowledge:2+spread+upto
P25 Chichén Itzá | timeline 0 3 2 1
    timeline remove_knowledge:1+each+adjacent+M
P26 Uxmal | timeline 0 2 1 1
    timeline remove_knowledge:1+each+adjacent+M
P27 Dahshur Pyramid | timeline 0 2 1 1
    timeline remove_knowledge:1+each+adjacent+C
P28 Pyramid of Menkaure | timeline 0 3 2 1
    timeline remove_knowledge:1+each+adjacent+C
P29 Pyramid of Djoser | timeline 0 5 3 2
    timeline ?lost<=4 ?past>=1 remove_knowledge:1
P30 Pyramid of Neferirkare | timeline 0 5 4 0
    timeline remove_knowledge:1+other
P31 Toniná | timeline 0 4 4 0 set1
    timeline draw:1
P32 Comalcalco Temple | endgame 1 4 4 1
    endgame score=past.endgame*1
P33 Calakmul | decline 2 1 1 1
    decline draw_until:2
P34 Pyramids of Plaine Magnien | decline 0 2 0 0 set2
    decline peek_keep:8
P35 Candi Kethek | immediate 0 2 3 1
    immediate tech_to_bottom:2
P36 Janggun-chong | endgame 0 2 3 1
    endgame score=timeline,3->6
A1 Disk of Sabu | timeline 0
    timeline ?past.megalith>=4 remove_lost:1
A2 Sarcophagus of Saqqara | timeline 0
    timeline ?timeline.city>=3 remove_knowledge:1 draw:1
A3 Planetary Stone | timeline 0 set2
    timeline may -discard_hand:2 remove_knowledge:3+spread+upto
A4 Disks of Bayan Kara Ula | timeline 0 set1
    timeline ?timeline.min_type>=1 remove_knowledge:1
A5 Ica Stones | timeline 0 set2
    timeline ?artifacts>=3 draw:1
A6 Antikythera Mechanism | timeline 0
    timeline move_monument:1+slot=1+tokens>=4+to=3
A7 Moai Statue | timeline 0
    timeline may -discard_hand:2+cards=A draw:4
A8 La Maná Pyramid | timeline 0 set1
    timeline may -discard_hand:1 draw:1
A9 Tzolk'in | timeline 0 set2
    timeline ?lost<=3 ?past>=1 may remove_knowledge:1
A10 Incahuasi Quipus | timeline 0
    timeline ?lost<=3 ?past>=1 draw:1
A11 Paracas Candelabra | timeline 0
    timeline ?timeline.pyramid>=3 remove_knowledge:2+spread+upto
A12 Pachamama Monolith | timeline 3
    timeline ?past.pyramid>=5 may learn:1
A13 Piri Reis Map | timeline 0
    timeline may move_monument:1+tokens<=0
A14 Klerksdorp Spheres | timeline 0 set4
    timeline ?lost>=5 draw:1
A15 Luddite Flute | timeline 0
    timeline may -discard_self:1 straighten:4+upto
A16 Crystal Skull | anytime 0
    after_excavate rotated>=3 learn:1
A17 Glozel Artifacts | anytime 0
    after_learn on=writing draw:2
A18 Dogon Mythology | anytime 0
    after_learn on=ancient draw:2
A19 Voynich Manuscript | anytime 0
    after_learn on=secret draw:2
A20 Sumerian Tablets | anytime 0
    after_learn draw:1
A21 Baghdad Battery | timeline 0
    timeline may -discard_self:1 remove_knowledge:4+spread+upto
A22 Nazca Lines | anytime 0
    after_create on=P draw:1
A23 Olmec Heads | anytime 0 set4
    after_create on=M draw:1
A24 Genetic Disk | anytime 0 set3
    after_create on=CMP slots=5,6 may remove_knowledge:2+spread+upto
A25 Kensington Runestone | anytime 0
    static may remove_knowledge:6+spread+upto excavate_replace_draw rotated=2
A26 Nebra Sky Disc | anytime 0
    static entry_knowledge by=-1 for=M
A27 Iron Pillar of Delhi | timeline 0
    timeline ?timeline.slot1>=2 remove_knowledge:1 draw:1
A28 Dogū Figurines | anytime 0
    static entry_knowledge by=-1 for=C
A29 Phaistos Disc | anytime 0
    static excavate_draw_per_card value=3
A30 Nimrud Lens | anytime 1
    after_learn may remove_knowledge:1
A31 Saqqara Vases | timeline 0
    timeline may -discard_self:1 move_monument:1
A32 Elongated Skulls | anytime 0 set4
    decline_phase_end draw:2*phase.newly_lost/3
A33 Michaux Stone | timeline 3
    timeline ?lost>=17 may learn:1
A34 Oronce Finé's Map | anytime 0
    after_excavate rotated==3 opponents_discard:2
A35 Assurbanipal's Tablet | timeline 0
    timeline ?hand<=1 draw:1
A36 Khufu's Solar Barque | anytime 0
    static entry_knowledge by=-1 for=P
T1 Anaximenes | immediate ancient 1 0 ?artifacts>=3
    immediate draw:3
T2 Aristotle | immediate ancient 1 0 ?past.pyramid>=2
    immediate draw:3
T3 Hermes Trismegistus | immediate ancient 1 0
    immediate draft:5
T4 Thales | immediate ancient 1 0
    immediate peek_keep:8
T5 Nicolas Flammel | immediate ancient 1 0
    immediate remove_lost:1 draw:1
T6 Anaximander | immediate ancient 1 0
    immediate remove_knowledge:1+each+P
T7 Melchizedek | immediate ancient 1 0 ?past.city>=1 ?past.megalith>=1 ?past.pyramid>=1
    immediate draw:4
T8 Ptolemy | immediate ancient 1 0 ?hand<=1
    immediate draw:3
T9 Mercury | immediate ancient 1 0
    immediate remove_lost:2
T10 Planetary Grid | immediate secret 1 0
    immediate move_monument:1
T11 The Number Pi | immediate secret 1 0
    immediate remove_knowledge:1+each+C
T12 Mummification | immediate secret 1 0
    immediate remove_knowledge:1*artifacts+spread
T13 Mystery School | immediate secret 1 0
    immediate draw:1*timeline.city
T14 Language of the Birds | immediate secret 1 0
    immediate remove_knowledge:3+tokens>=5
T15 Flower of Life | immediate secret 1 0 ?past.city>=2
    immediate draw:3
T16 Sator Square | immediate secret 1 0
    immediate swap_monuments:1+any
T17 Earthquake Engineering | immediate secret 1 0
    immediate discard_hand:3+upto draw:1*result
T18 Astronomy | immediate secret 1 0 ?past.city>=1 ?past.pyramid>=1
    immediate draw:3
T19 Runic Alphabet | immediate writing 1 0
    immediate straighten:2
T20 Rongorongo Glyphs | immediate writing 1 0
    immediate remove_knowledge:1+each+M
T21 Ancient Hebrew | immediate writing 1 0
    immediate add_knowledge_opponents:1 draw:1
T22 Ancient Greek | immediate writing 1 0
    immediate reveal_create:10
T23 Arabic Numerals | immediate writing 1 0 ?lost>=5
    immediate remove_lost:3
T24 Proto-writing | immediate writing 1 0 ?past>=4
    immediate draw:3
T25 Coptic Alphabet | immediate writing 1 0 ?past.megalith>=2
    immediate draw:3
T26 Cretan Hieroglyphs | immediate writing 1 0
    immediate opponents_discard:1
T27 Latin Alphabet | immediate writing 1 0 ?past>=5
    immediate tech_to_bottom:1+level=2
T28 Imhotep | endgame ancient 2 3 ?artifacts>=4
T29 Plato | endgame ancient 2 4 ?past.max_type>=7
T30 Thoth | endgame ancient 2 2 ?lost>=9
T31 Pythagoras | endgame ancient 2 3 ?past.endgame>=3
T32 Akhenaten | endgame ancient 2 3 ?past.pyramid>=4
T33 Pliny the Elder | endgame ancient 2 2 ?tech.ancient>=3
T34 Golden Mean | endgame secret 2 2 ?past.city>=3
T35 Royal Cubit | endgame secret 2 2 ?tech.secret>=3
T36 Astrology | endgame secret 2 2 ?hand>=10
T37 Alchemy | endgame secret 2 4 ?past>=7 ?lost<=3
T38 Hermeticism | endgame secret 2 3 ?past.city>=5
T39 Ari-kat | endgame secret 2 5 ?past.city>=3 ?past.megalith>=3 ?past.pyramid>=3
T40 Chinese Alphabet | endgame writing 2 2 ?past.megalith>=3
T41 Emerald Tablet | endgame writing 2 2 ?tech.writing>=3
T42 Sumerian Cuneiforms | endgame writing 2 2 ?tech>=6
T43 Maya Script | endgame writing 2 2 ?past>=10
T44 Phoenician Alphabet | endgame writing 2 4 ?lost>=15
T45 Hieroglyphs | endgame writing 2 4 ?past.megalith>=5
"""


def cards() -> dict[str, list[str]]:
    """By id: the line of a card and those of its rules."""
    found: dict[str, list[str]] = {}
    for line in TABLE.strip().splitlines():
        if not line.startswith(" "):
            found[line.split()[0]] = rows = []
        rows.append(line.strip())
    return found


def spelt(fact: Fact) -> list[str]:
    """A card of the game in the form of the table."""
    words = [fact.id, fact.name, "|", fact.icon, *numbers(fact), *(f"set{n}" for n in [fact.starter] if n)]
    return [" ".join(words), *map(rule, fact.rules)]


def numbers(fact: Fact) -> list[str]:
    if fact.kind:
        return [fact.kind, str(fact.level), str(fact.vp), *map(condition, fact.requirement)]
    if not fact.slot:
        return [str(fact.cost)]
    return [str(fact.cost), f"{fact.slot}{'L' * fact.locked}", str(fact.knowledge), str(fact.vp)]


def rule(of: Rule) -> str:
    return " ".join(
        [of.on, *answers(of), *map(condition, of.when), *["may"] * of.may]
        + [f"-{op(cost)}" for cost in of.cost]
        + [op(do) for do in of.do]
        + score_words(of)
        + standing(of)
    )


def answers(of: Rule) -> list[str]:
    """Which events the rule answers."""
    which = of.filter
    words = {"on=": letters(which.types) or "".join(which.kinds), "slots=": ",".join(map(str, which.slots))}
    flags = {"not-self": which.other, "not-from-it": which.not_from == "this_card"}
    turned = {"rotated>=": which.rotated_min, "rotated==": which.rotated_eq}
    return [
        *(f"{word}{value}" for word, value in words.items() if value),
        *(word for word, there in flags.items() if there),
        *(f"{word}{value}" for word, value in turned.items() if value),
    ]


def score_words(of: Rule) -> list[str]:
    if of.score is None:
        return []
    tiers = "".join(f",{least}->{vp}" for least, vp in of.score.tiers)
    return [f"score={of.score.q}" + (tiers or f"*{of.score.times}")]


def standing(of: Rule) -> list[str]:
    if of.modify is None:
        return []
    words = {"by=": amount(of.delta), "for=": letters(of.types), "rotated=": of.rotated, "value=": of.value}
    with_other = [f"{word}{value}" for word, value in words.items() if value not in ("", "0", 0)]
    return [of.modify, *with_other, *["other"] * of.other]


def op(of: Op) -> str:
    words = [f"{of.op}:{amount(of.n)}", *[of.mode] * (of.mode != "single"), *[f"of-{of.pick}"] * (of.pick != 1)]
    words += target(of.target) + [f"cards={letters(of.types)}"] * bool(of.types)
    flags = {"upto": of.upto, "free": of.ignore_requirements, "artifacts": of.artifacts, "any": of.any}
    words += [word for word, there in flags.items() if there]
    return "+".join(words + [f"to={of.to_slot}"] * bool(of.to_slot) + [f"level={of.level}"] * bool(of.level))


def target(of: Target) -> list[str]:
    words = [of.scope] * (of.scope != "timeline") + [letters(of.types)] * bool(of.types) + ["other"] * of.other
    words += [f"slot={of.slot}"] * bool(of.slot) + [f"tokens>={of.min_knowledge}"] * bool(of.min_knowledge)
    return words + [f"tokens<={of.max_knowledge}"] * (of.max_knowledge is not None)


def condition(of: Condition) -> str:
    return f"?{of.q}" + (f">={of.min}" if of.min is not None else f"<={of.max}")


def amount(of: int | Amount) -> str:
    if isinstance(of, int):
        return str(of)
    return f"{of.times}*{of.q}" + (f"/{of.per}" if of.per != 1 else "")


def letters(types: tuple[str, ...]) -> str:
    return "".join(name[0].upper() for name in types)


@pytest.mark.parametrize("fact", FACTS[1:], ids=lambda fact: fact.id)
def test_a_card_is_what_the_second_table_says(fact: Fact) -> None:
    """Costs, slots, knowledge, points, icons, requirements, every number of every effect."""
    assert spelt(fact) == cards()[fact.id]


def test_the_second_table_has_all_cards() -> None:
    assert list(cards()) == [fact.id for fact in FACTS[1:]]
    assert len(cards()) == 189
