import { useTranslation } from 'react-i18next';
import type { SymbolBlock } from '../../../core/blocks/symbol/block';
import type { BlockFields, Blocks } from '../../fields/blockField';
import { INK_FIELD } from '../../fields/inkField';
import { useField } from '../../fields/useField';
import { SymbolPicker } from './SymbolPicker';

function Which({ blocks }: { blocks: Blocks<SymbolBlock> }) {
  const { t } = useTranslation();
  const field = useField<string>(blocks, 'symbol', '');
  return <SymbolPicker label={t('editor.symbol.change')} chosen={field.value} onChoose={field.set} />;
}

export const fields: BlockFields<SymbolBlock> = [INK_FIELD, { name: 'symbol', Control: Which }];
