/** A mail as it is read. */
export interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where it leads. */
  readonly link: string;
  /** Where a mail program says for its reader that they do without such mails; absent from those that nobody may do without. */
  readonly oneClick?: string;
}

/** A way to somewhere, in words. */
export interface MailLink {
  readonly label: string;
  readonly link: string;
}

/** How its reader does without mails of a kind. */
export interface DoingWithout {
  readonly choosing: MailLink;
  readonly stopping: MailLink;
  readonly oneClick: string;
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
