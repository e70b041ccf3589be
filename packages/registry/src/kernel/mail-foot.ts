/** The last line of a mail of a kind that people choose: where they do. `but`: what comes by mail in any case. */
export const mailFoot = (publicUrl: string, but = ""): string =>
  `Which notices come by mail: ${publicUrl}/account/notices#mail${but === "" ? "" : ` (${but})`}`;
