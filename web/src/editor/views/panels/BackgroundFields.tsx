import { Button, FileButton, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { matches } from '../../../lib/fold';
import { groundsFor } from '../../core/art/art';
import type { DesignDocument, HexColor } from '../../core/document/types';
import { type Box, printBox, SIZES } from '../../core/primitives/sizes';
import { useEditor, useEditorContext } from '../../state/context/context';
import { bleedProblem, patchDesign } from '../../state/editing/page';
import { PICTURE_TYPES } from '../commands/pictureCommands';
import type { Commands } from '../commands/useCommands';
import { ColorField } from '../fields/ColorField';
import { usePictureSize } from '../picture/usePictureSize';
import styles from '../styles/panels.module.css';
import { artName } from '../words/artWords';
import gallery from './gallery.module.css';

const WHITE: HexColor = '#ffffff';

/** The background: a colour, and a picture that may bleed. */
export function BackgroundFields({ commands }: { commands: Commands }) {
  const { t } = useTranslation();
  const { store } = useEditorContext();
  const design = useEditor((state) => state.sheet.design);
  const url = design.background ?? '';
  return (
    <Stack gap="sm">
      <ColorField
        label={t('editor.page.color')}
        value={design.background_color ?? WHITE}
        onChange={(background_color) =>
          store
            .getState()
            .change('background', (sheet) => patchDesign(sheet, { background_color }), 'background color')
        }
      />
      <Group gap="xs">
        <FileButton accept={PICTURE_TYPES} onChange={(file) => file && void commands.addBackgroundFile(file)}>
          {(props) => (
            <Button {...props} size="xs" variant="default">
              {t(url ? 'editor.page.replace' : 'editor.page.upload')}
            </Button>
          )}
        </FileButton>
        {url && (
          <Button size="xs" variant="subtle" color="gray" onClick={() => void commands.giveBackground('')}>
            {t('editor.page.remove')}
          </Button>
        )}
      </Group>
      {SIZES[design.size].bleedMm > 0 && <Bleeds design={design} url={url} />}
      <Grounds url={url} onChoose={(next) => void commands.giveBackground(next)} />
    </Stack>
  );
}

/** Whether the picture bleeds, and why it cannot. */
function Bleeds({ design, url }: { design: DesignDocument; url: string }) {
  const { t } = useTranslation();
  const { store } = useEditorContext();
  const picture = usePictureSize(url);
  const problem = picture && bleedProblem(url, picture, design);
  const { width, height } = printBox(design);
  return (
    <>
      <Switch
        size="xs"
        label={t('editor.page.bleeds')}
        description={problem ? undefined : t('editor.page.bleedsHelp')}
        checked={design.background_bleeds ?? false}
        disabled={(url === '' || problem !== undefined) && !design.background_bleeds}
        onChange={(event) => {
          const background_bleeds = event.currentTarget.checked;
          store.getState().change('background', (sheet) => patchDesign(sheet, { background_bleeds }));
        }}
      />
      {problem && (
        <Text fz="xs" c="var(--lr-amber)" role="note">
          {t(`editor.page.bleedProblem.${problem}`, { width, height, has: sizeText(picture) })}
        </Text>
      )}
    </>
  );
}

const sizeText = ({ width, height }: Box) => `${width} × ${height}`;

/** The built-in backgrounds, those for this page size first. */
function Grounds({ url, onChoose }: { url: string; onChoose: (url: string) => void }) {
  const { t } = useTranslation();
  const size = useEditor((state) => state.sheet.design.size);
  const orientation = useEditor((state) => state.sheet.design.orientation);
  const [wanted, setWanted] = useState('');
  const found = groundsFor({ size, orientation })
    .map((art) => ({ ...art, name: artName(t, art) }))
    .filter(({ name }) => matches(name, wanted));
  return (
    <>
      <TextInput
        size="xs"
        type="search"
        aria-label={t('editor.page.searchGrounds')}
        placeholder={t('editor.page.searchGrounds')}
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      {found.length === 0 && <p className={styles.help}>{t('editor.art.none')}</p>}
      <div className={styles.tiles}>
        {found.map((art) => (
          <button
            key={art.url}
            type="button"
            className={`${styles.tile} ${gallery.onPaper}`}
            aria-pressed={art.url === url}
            aria-label={art.name}
            title={art.name}
            onClick={() => onChoose(art.url)}
          >
            <img src={art.url} alt="" loading="lazy" draggable={false} />
          </button>
        ))}
      </div>
    </>
  );
}
