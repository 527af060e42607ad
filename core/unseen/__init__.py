"""Records of games by somebody who does not see all hands, and the conclusions that follow from them."""
