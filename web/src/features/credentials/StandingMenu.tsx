import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconPlayerPause } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { StandingVerb } from './standing';
import { STANDING_ICONS } from './standingIcons';

interface StandingMenuProps {
  verbs: readonly StandingVerb[];
  onChoose: (verb: StandingVerb) => void;
}

/** A menu to suspend, reinstate or revoke credentials. */
export function StandingMenu({ verbs, onChoose }: StandingMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconPlayerPause size={16} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {t('credentials.actions.standing')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {verbs.map((verb) => {
          const Icon = STANDING_ICONS[verb];
          return (
            <Menu.Item
              key={verb}
              leftSection={<Icon size={16} stroke={1.6} />}
              color={verb === 'revoke' ? 'var(--lr-red)' : undefined}
              onClick={() => onChoose(verb)}
            >
              {t(`credentials.actions.${verb}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
