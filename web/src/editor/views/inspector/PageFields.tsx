import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useEditorContext, usePanelSheet } from '../../state/context/context';
import { colorsOf, recolor } from '../../state/editing/colors';
import { ColorField } from '../fields/ColorField';

/** The maximum number of colours listed. The others are changed in their blocks. */
const MOST = 8;

/** The page as a whole: its colours, each changed everywhere it is used. */
export function PageFields() {
  const { t } = useTranslation();
  const { store } = useEditorContext();
  const sheet = usePanelSheet();
  const colors = colorsOf(sheet).slice(0, MOST);
  return (
    <Stack gap="sm">
      <Text fz="xs" c="dimmed">
        {t(colors.length > 0 ? 'editor.page.colorsHelp' : 'editor.page.nothingSelected')}
      </Text>
      {colors.map((color, place) => (
        <ColorField
          // biome-ignore lint/suspicious/noArrayIndexKey: the field stays while its colour changes
          key={place}
          label={t('editor.page.colorNumber', { number: place + 1 })}
          value={color}
          onChange={(next) =>
            store
              .getState()
              .change('style', (before) => recolor(before, color, next), `colour ${place} of the page`)
          }
        />
      ))}
    </Stack>
  );
}
