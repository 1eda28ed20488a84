import { Button, Group, Stack } from '@mantine/core';
import { IconDice5 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { recipeOf, withBadge } from '../../core/badge/compose';
import { PALETTE_NAMES, PALETTES, type PaletteName } from '../../core/badge/palettes';
import { chance, type Recipe } from '../../core/badge/recipe';
import { useEditor, useEditorContext } from '../../state/context/context';
import panels from '../styles/panels.module.css';
import styles from './badge.module.css';

const PARTS = ['shape', 'icon', 'arrangement', 'palette'] as const satisfies (keyof Recipe)[];

/** Generates random badges, and changes one part of a generated badge at a time. */
export function BadgePanel() {
  const { t } = useTranslation();
  const { store, view } = useEditorContext();
  const recipe = useEditor((state) => recipeOf(state.sheet));

  const make = (next: Recipe) => {
    store
      .getState()
      .change('badge', (sheet) => withBadge(sheet, next, (name) => t(`editor.symbol.name.${name}`)));
    store.getState().select([]);
    const { icon, shape, palette } = next;
    view.getState().announce(
      t('editor.badge.made', {
        icon: t(`editor.symbol.name.${icon}`),
        shape: t(`editor.symbol.name.${shape}`),
        palette: t(`editor.badge.palette.${palette}`),
      }),
    );
  };
  return (
    <Stack gap="xs" mb="md">
      <Button
        size="xs"
        leftSection={<IconDice5 size={16} aria-hidden />}
        onClick={() => make(chance(randomSeed()))}
      >
        {t('editor.badge.random')}
      </Button>
      <p className={panels.help}>{t('editor.badge.help')}</p>
      {recipe && (
        <>
          <Group gap={4} role="group" aria-label={t('editor.badge.change')}>
            {PARTS.map((part) => (
              <Button
                key={part}
                size="compact-xs"
                variant="default"
                onClick={() =>
                  make(
                    chance(
                      randomSeed(),
                      recipe,
                      PARTS.filter((other) => other !== part),
                    ),
                  )
                }
              >
                {t(`editor.badge.other.${part}`)}
              </Button>
            ))}
          </Group>
          <fieldset className={styles.palettes} aria-label={t('editor.badge.colors')}>
            {PALETTE_NAMES.map((name) => (
              <Swatch
                key={name}
                name={name}
                chosen={name === recipe.palette}
                onChoose={() => make({ ...recipe, palette: name })}
              />
            ))}
          </fieldset>
        </>
      )}
    </Stack>
  );
}

type SwatchProps = { name: PaletteName; chosen: boolean; onChoose: () => void };

function Swatch({ name, chosen, onChoose }: SwatchProps) {
  const { t } = useTranslation();
  const { rim, line, field, ribbon } = PALETTES[name];
  const label = t(`editor.badge.palette.${name}`);
  return (
    <button
      type="button"
      className={styles.swatch}
      aria-label={label}
      aria-pressed={chosen}
      title={label}
      onClick={onChoose}
    >
      {[rim, field, ribbon, line].map((color) => (
        <span key={color} style={{ background: color }} />
      ))}
    </button>
  );
}

const randomSeed = () => Math.floor(Math.random() * 2 ** 32);
