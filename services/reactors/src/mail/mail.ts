/** The content of a mail. */
export interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The page that its button opens. */
  readonly link: string;
  /** One-click unsubscribe URL (RFC 8058). Absent from mails that cannot be unsubscribed from. */
  readonly oneClick?: string;
}

export interface MailLink {
  readonly label: string;
  readonly link: string;
}

/** Ways for the recipient to stop mails of a kind. */
export interface UnsubscribeLinks {
  /** The settings page. */
  readonly preferences: MailLink;
  /** A page that asks for confirmation. */
  readonly unsubscribe: MailLink;
  /** URL for the recipient's mail program. */
  readonly oneClick: string;
}

export interface Recipient {
  readonly name: string;
  readonly address: string;
}

/** A mail with its recipient. */
export interface OutgoingMail extends Mail {
  /** Counted by the rate limit. */
  readonly kind: string;
  readonly to: Recipient;
}

/** Why a mail is not needed any more. Stored unencrypted with its job: nothing personal. */
export type SkipReason = string;
