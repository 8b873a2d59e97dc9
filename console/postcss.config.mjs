import mantine from 'postcss-preset-mantine';
import { typeInRem } from './type-in-rem.mjs';

export default { plugins: [mantine(), typeInRem()] };
