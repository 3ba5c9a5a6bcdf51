import { recentBirthYear } from "./vocabulary.ts"

/** "My password is ...", "she lives at number ..." */
export const own = {
  0.7: [
    `my|the|account|here|heres ..2 password|passcode|pin|passwort is|:|=
      !wrong|not|lost|gone|too|incorrect|never|rejected|refused|about|expired|on|in`,
    `my social security|ssn|passport|id|card|credit|debit|account|bank security|number|card|account?
      number|no|security|code? is|:`,
    "ssn|cvv|cvc|iban is|:",
    `my|her|his|their full? home|full|exact|real? address|name is|:
      !wrong|not|too|incorrect|on|in|outdated|old|missing|the|different|unchanged|still|correct|gone|already|no|
      also|only|now|at|spelt|misspelt`,
    "she|he|they lives|live|works at|in|on ..1 number|<18 street|road|avenue|lane",
  ],
}

/** "Password: ...", "passport no. ..." */
export const labelled = {
  0.7: [
    `password|passwd|pass|passwort|passphrase|pw|pwd :|=
      !wrong|not|lost|gone|too|incorrect|never|rejected|refused|about|expired|on|in|required|secure|safe|hidden|
      changed|reset|accepted|forgotten|for|the|weak|old|short ..1`,
    `pin|passcode|code|cvv|cvc|puk ..4 is|:|= <18|${recentBirthYear} ..1 !wrong|not`,
    `pin|passcode|cvv|cvc|puk|tan ..4 is|:|=
      !wrong|not|lost|gone|too|incorrect|never|rejected|refused|about|expired|on|in|required|broken|asked|for|
      there|a|the|safe|short`,
    "cvv|cvc|ssn :|is|=|code|number|<18 !where|required|asked|wrong ..1",
    "social security :|number|no|is|0 ..1",
    `passport|id|licence|license|insurance|tax|ssn|account number|no|nr|num|id :|is|.|#
      !required|wrong|asked|needed|missing`,
    `her|his|their|moderators|neighbours|exs full|home|exact|private|real|phone?
      address|number|name|street|phone number? is|:|= !wrong|missing|public|on`,
    `she|he|they|who|neighbour|ex|driver|moderator lives|live|works|resides|stays at|in|on
      ..2 street|road|avenue|lane|floor|close|drive|square|strasse|weg|apartment|flat`,
  ],
}

/** "The PIN of my account is ..." */
export const secrets = {
  0.7: [
    `password|passcode|passwort|passphrase|pin ..4 account|login|shop|mail|profile|card ..1 is|:|=
      !wrong|not|lost|gone|too|incorrect|never|rejected|refused|about|expired|on|in|required|secure|safe|hidden|
      changed|reset|accepted|forgotten|for|the|weak|old|short|missing|invalid|still`,
    `security|verification|card code|number|digits ..5 is|:|=
      !wrong|not|missing|unreadable|where|required|asked|rejected|on|the|a|there|invalid|never|too|about|for|
      gone|lost|hidden|accepted|safe|secure|needed|refused|printed|stored`,
  ],
}
