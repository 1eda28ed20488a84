import {
  IconCalendarOff,
  IconClock,
  IconFolderSymlink,
  IconKey,
  IconLink,
  IconMail,
  IconRefresh,
  IconTrash,
  IconUserShare,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { usePermission } from '../../api/session';
import { type Action, ActionMenu } from '../../ui/ActionMenu';
import type { Credential } from './api';
import { ExpiryDialog } from './ExpiryDialog';
import { MoveDialog } from './MoveDialog';
import { isDraft } from './publishSlot';
import { RenewDialog } from './RenewDialog';
import { StandingDialog } from './StandingDialog';
import { holds, type StandingVerb, standingOf, verbsOf } from './standing';
import { STANDING_ICONS } from './standingIcons';
import { useCredentialActions } from './useCredentialActions';

/** The actions that open a dialog. */
export type Life = StandingVerb | 'renew' | 'move' | 'expiry';

interface CredentialLifeProps {
  credential: Credential;
  onChoose: (life: Life) => void;
  onPublish: () => void;
}

/** Further actions on a credential's page. */
export function CredentialLife({ credential, onChoose, onPublish }: CredentialLifeProps) {
  const { t } = useTranslation();
  const actions = useCredentialActions();
  const navigate = useNavigate();
  const mayManage = usePermission('manage_credentials');
  const mayPublish = usePermission('publish_credentials');
  const mayRevoke = usePermission('revoke_credentials');
  const draft = isDraft(credential);
  const verbs = mayRevoke ? verbsOf(credential) : [];
  const entry = (key: Life, icon: Action['icon']): Action => ({
    key,
    icon,
    label: t(`credentials.actions.${key}`),
    run: () => onChoose(key),
    danger: key === 'revoke',
  });
  const entries: (Action | false)[] = [
    draft &&
      mayPublish && {
        key: 'schedule',
        icon: IconClock,
        label: t('credentials.actions.schedule'),
        run: onPublish,
      },
    !draft && {
      key: 'link',
      icon: IconLink,
      label: t('credentials.actions.copyLink'),
      run: () => void actions.copyLink(credential),
    },
    !draft &&
      mayPublish && {
        key: 'recipientLink',
        icon: IconUserShare,
        label: t('recipient.link.copy'),
        run: () => void actions.copyRecipientLink(credential),
      },
    holds(credential) &&
      mayPublish && {
        key: 'resend',
        icon: IconMail,
        label: t('credentials.actions.resend'),
        run: () => void actions.resend(credential),
      },
    mayManage && !draft && !renewedAlready(credential) && entry('renew', IconRefresh),
    mayManage && holds(credential) && entry('expiry', IconCalendarOff),
    mayManage && credential.state !== 'revoked' && entry('move', IconFolderSymlink),
    mayManage &&
      credential.private && {
        key: 'key',
        icon: IconKey,
        label: t('credentials.actions.rotateKey'),
        run: () => void actions.rotateKey(credential),
      },
    ...verbs.map((verb) => entry(verb, STANDING_ICONS[verb])),
    mayManage && {
      key: 'delete',
      icon: IconTrash,
      label: t('credentials.actions.delete'),
      danger: true,
      run: async () => {
        if (await actions.remove(credential)) await navigate(`/groups/${credential.group_id}`);
      },
    },
  ];
  return (
    <ActionMenu
      label={t('credentials.actionsFor', { name: credential.recipient.name })}
      actions={entries.filter((one): one is Action => one !== false)}
    />
  );
}

/** Whether a credential has a renewal. A revoked renewal does not count, so that another one can be created. */
const renewedAlready = ({ superseded_by: next }: Credential) => next != null && next.state !== 'revoked';

interface LifeDialogProps {
  life: Life;
  credential: Credential;
  onClose: () => void;
}

export function LifeDialog({ life, credential, onClose }: LifeDialogProps) {
  if (life === 'renew') return <RenewDialog credential={credential} onClose={onClose} />;
  if (life === 'move') return <MoveDialog credential={credential} onClose={onClose} />;
  if (life === 'expiry') return <ExpiryDialog credential={credential} onClose={onClose} />;
  return <StandingDialog target={standingOf(life, credential)} onClose={onClose} />;
}
