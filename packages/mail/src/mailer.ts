/** One mail, as plain text. */
interface Letter {
  to: string;
  subject: string;
  text: string;
}

/** Sends mail. Adapters are named for what carries it: `smtpMail`, `fileMail`. */
export interface Mailer {
  /** Resolves when the next one on the way has taken it. @throws Error when it did not */
  send(letter: Letter): Promise<void>;
  close(): Promise<void>;
}
