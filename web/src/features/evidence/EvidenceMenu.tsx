import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { dialog } from '../../ui/dialog/dialog';
import { accept, changeEvidence, type EvidenceItem, removeEvidence } from './api';

interface EvidenceMenuProps {
  uuid: string;
  item: EvidenceItem;
  place: number;
  count: number;
  onDone: () => Promise<unknown>;
}

/** What can be done with one piece of evidence. */
export function EvidenceMenu({ uuid, item, place, count, onDone }: EvidenceMenuProps) {
  const { t } = useTranslation();
  const act = (work: () => Promise<void>) => () => {
    void work().then(onDone, () => undefined);
  };
  const move = (to: number) => act(() => changeEvidence(uuid, item.id, { position: to }));
  const remove = async () => {
    const sure = await dialog.confirm({
      title: t('evidence.remove.title', { name: item.description }),
      body: t('evidence.remove.body'),
      confirmLabel: t('evidence.remove.confirm'),
      danger: true,
    });
    if (!sure) return;
    await removeEvidence(uuid, item.id);
    await onDone();
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('evidence.actionsFor', { name: item.description })}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {item.submitted_at && item.state !== 'accepted' && (
          <Menu.Item onClick={act(() => accept(item.id))}>{t('evidence.accept')}</Menu.Item>
        )}
        {place > 0 && <Menu.Item onClick={move(place - 1)}>{t('evidence.up')}</Menu.Item>}
        {place < count - 1 && <Menu.Item onClick={move(place + 1)}>{t('evidence.down')}</Menu.Item>}
        <Menu.Item onClick={act(() => changeEvidence(uuid, item.id, { hidden: !item.hidden }))}>
          {t(item.hidden ? 'evidence.show' : 'evidence.hide')}
        </Menu.Item>
        <Menu.Item color="red" onClick={() => void remove().catch(() => undefined)}>
          {t('evidence.remove.confirm')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
