/** What modules answer, by the numbers of PKCS#11 v3.0 (CKR_…). */
const ANSWERS: Readonly<Record<string, string>> = {
  "0x2": "it has not enough memory (CKR_HOST_MEMORY)",
  "0x3": "it does not know the slot (CKR_SLOT_ID_INVALID)",
  "0x5": "it failed, and does not say why (CKR_GENERAL_ERROR)",
  "0x6": "it could not do what was asked (CKR_FUNCTION_FAILED)",
  "0x7": "it wants other parameters than none (CKR_ARGUMENTS_BAD)",
  "0x30": "its device failed (CKR_DEVICE_ERROR)",
  "0x31": "its device has not enough memory (CKR_DEVICE_MEMORY)",
  "0x32": "its device was removed (CKR_DEVICE_REMOVED)",
  "0x54": "it does not offer this (CKR_FUNCTION_NOT_SUPPORTED)",
  "0x63": "the key is of a kind that it does not sign with in this way (CKR_KEY_TYPE_INCONSISTENT)",
  "0x68": "the key may not be used for this (CKR_KEY_FUNCTION_NOT_PERMITTED)",
  "0x70": "it does not sign with Ed25519 (CKR_MECHANISM_INVALID)",
  "0xe0": "no token is in its slot (CKR_TOKEN_NOT_PRESENT)",
  "0xe1": "it does not know the token (CKR_TOKEN_NOT_RECOGNIZED)",
  "0x190": "it was not started (CKR_CRYPTOKI_NOT_INITIALIZED)",
};

/** What `C_Name answers 0x7` means; of numbers that say nothing to a person, the number alone. */
export function inWords(detail: string): string {
  const [, number = ""] = /answers (0x[0-9a-f]+)$/.exec(detail) ?? [];
  const words = ANSWERS[number];
  return words === undefined ? detail : `${words}; ${detail}`;
}

/** By the file's name: modules that want something beside them before they start, or before they have a token. */
const WANTED: readonly [RegExp, string][] = [
  [
    /softokn|libnss/,
    "NSS's module starts with parameters of its own alone, for which PKCS#11 URIs have no place: keep the key in another module, " +
      "say SoftHSM",
  ],
  [/opencryptoki/, "openCryptoki needs its daemon: start pkcsslotd, and let this user belong to the group pkcs11"],
  [
    /tpm2/,
    "tpm2-pkcs11 needs a token first: make one as this user with `tpm2_ptool init` and `tpm2_ptool addtoken`, and name its folder in " +
      "TPM2_PKCS11_STORE",
  ],
  [/softhsm/, "SoftHSM finds its tokens by the file that SOFTHSM2_CONF names, which this user must be able to read"],
  [/opensc/, "OpenSC needs the daemon pcscd, and the card in its reader"],
  [
    /ykcs11|yubihsm/,
    "the device must be plugged in; a YubiHSM also needs yubihsm-connector, and YUBIHSM_PKCS11_CONF to name its file",
  ],
];

/** The end of a sentence: what this module usually lacks when it does not start or has no token; empty for others. */
export function adviceOn(modulePath: string): string {
  const name = modulePath.slice(modulePath.lastIndexOf("/") + 1).toLowerCase();
  const advice = WANTED.find(([pattern]) => pattern.test(name))?.[1];
  return advice === undefined ? "" : `. ${advice}`;
}
