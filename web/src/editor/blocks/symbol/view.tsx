import { useTranslation } from 'react-i18next';
import { INK_FIELD } from '../../inspector/inkField';
import { useField } from '../../inspector/useField';
import type { BlockFields, Blocks } from '../view';
import type { SymbolBlock } from './block';
import { SymbolPicker } from './SymbolPicker';

function Which({ blocks }: { blocks: Blocks<SymbolBlock> }) {
  const { t } = useTranslation();
  const field = useField<string>(blocks, 'symbol', '');
  return <SymbolPicker label={t('editor.symbol.change')} chosen={field.value} onChoose={field.set} />;
}

export const fields: BlockFields<SymbolBlock> = [INK_FIELD, { name: 'symbol', Control: Which }];
