import css from './Sso.module.css';

/** Address or value to be copied exactly; it may break at any character. */
export const Address = ({ text }: { text: string }) => <span className={css.address}>{text}</span>;
