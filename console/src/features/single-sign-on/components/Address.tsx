import css from './Sso.module.css';

/** An address or a value that has to be copied letter by letter: it breaks wherever there is no room. */
export const Address = ({ text }: { text: string }) => <span className={css.address}>{text}</span>;
