/** A mail as it is read. */
export interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where it leads. */
  readonly link: string;
}

/** A mail and whom it is for. */
export interface Letter extends Mail {
  readonly kind: string;
  readonly to: { readonly name: string; readonly address: string };
}

/** Whose place in the world a mail is written from. */
export interface MailPlace {
  /** What browsers call the product. */
  readonly publicUrl: string;
}
