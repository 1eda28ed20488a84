import { Menu, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isRulerUnit, RULER_UNITS } from '../../core/geometry/units';
import { useView } from '../../state/context/context';
import { useRulerCommands } from '../commands/useRulerCommands';
import styles from './Rulers.module.css';

/** The menu in the corner of the rulers: their unit, and adding guides without dragging. */
export function RulersMenu() {
  const { t } = useTranslation();
  const { unit, printArea } = useView((state) => state.rulers);
  const guides = useView((state) => state.ownGuides.length);
  const commands = useRulerCommands();
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton
          className={styles.corner}
          data-rulers-menu
          aria-label={t('editor.rulers.menu', { unit: t(`editor.place.${unit}`) })}
        >
          {t(`editor.place.${unit}`)}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('editor.rulers.units')}</Menu.Label>
        <Menu.RadioGroup value={unit} onChange={(next) => isRulerUnit(next) && commands.setUnit(next)}>
          {RULER_UNITS.map((value) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick>
              {t(`editor.rulers.unit.${value}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item onClick={() => commands.addGuide('x')}>{t('editor.shortcut.guideX')}</Menu.Item>
        <Menu.Item onClick={() => commands.addGuide('y')}>{t('editor.shortcut.guideY')}</Menu.Item>
        <Menu.Item disabled={guides === 0} onClick={commands.removeGuides}>
          {t('editor.shortcut.guidesRemove')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.CheckboxItem checked={printArea} onChange={commands.togglePrintArea} closeMenuOnClick>
          {t('editor.shortcut.printArea')}
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  );
}
