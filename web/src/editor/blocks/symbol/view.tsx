import { IconIcons } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { INK_FIELD } from '../../inspector/inkField';
import { useField } from '../../inspector/useField';
import type { Blocks, BlockView } from '../view';
import type { SymbolBlock } from './block';
import { SymbolPicker } from './SymbolPicker';

function Which({ blocks }: { blocks: Blocks<SymbolBlock> }) {
  const { t } = useTranslation();
  const field = useField<string>(blocks, 'symbol', '');
  return <SymbolPicker label={t('editor.symbol.change')} chosen={field.value} onChoose={field.set} />;
}

export const view: BlockView<SymbolBlock> = {
  icon: IconIcons,
  fields: [INK_FIELD, { name: 'symbol', Control: Which }],
};
