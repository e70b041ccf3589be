export const SAVING =
  /^(?:save|savefig|to_(?:csv|json|excel|parquet|pickle|html|file)|tofile|write_(?:image|png|wav)|export)$/;

export const SENDING = new Set([
  "post",
  "put",
  "patch",
  "send",
  "sendall",
  "send_message",
  "sendto",
  "upload",
  "upload_file",
  "publish",
  "sendDocument",
  "send_document",
  "put_object",
]);

export const OPTIONS = new Set(["shell", "verify", "ssl", "port", "cwd", "env", "timeout", "check", "allow_redirects"]);
