import {
  IconFileDescription,
  IconLink,
  IconMail,
  IconPencil,
  IconSend,
  IconTrash,
  IconUserShare,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../api/session';
import { type Action, ActionMenu } from '../../ui/ActionMenu';
import type { Credential } from './api';
import { isDraft } from './publishSlot';
import { holds, type StandingVerb, verbsOf } from './standing';
import { STANDING_ICONS } from './standingIcons';
import { useCredentialActions } from './useCredentialActions';

interface CredentialMenuProps {
  credential: Credential;
  onPublish: (credential: Credential) => void;
  onStanding: (verb: StandingVerb, credential: Credential) => void;
}

/** The action menu of one credential in a list. */
export function CredentialMenu({ credential, onPublish, onStanding }: CredentialMenuProps) {
  const { t } = useTranslation();
  const actions = useCredentialActions();
  const mayManage = usePermission('manage_credentials');
  const mayPublish = usePermission('publish_credentials');
  const mayRevoke = usePermission('revoke_credentials');
  const draft = isDraft(credential);
  const verbs = mayRevoke ? verbsOf(credential) : [];
  const entries: (Action | false)[] = [
    {
      key: 'open',
      label: t('credentials.actions.open'),
      icon: IconFileDescription,
      to: `/credentials/${credential.uuid}`,
    },
    mayManage && {
      key: 'edit',
      label: t('credentials.actions.edit'),
      icon: IconPencil,
      to: `/credentials/${credential.uuid}/edit`,
    },
    !draft && {
      key: 'link',
      label: t('credentials.actions.copyLink'),
      icon: IconLink,
      run: () => void actions.copyLink(credential),
    },
    !draft &&
      mayPublish && {
        key: 'recipientLink',
        label: t('recipient.link.copy'),
        icon: IconUserShare,
        run: () => void actions.copyRecipientLink(credential),
      },
    draft &&
      mayPublish && {
        key: 'publish',
        label: t('credentials.actions.publish'),
        icon: IconSend,
        run: () => onPublish(credential),
      },
    holds(credential) &&
      mayPublish && {
        key: 'resend',
        label: t('credentials.actions.resend'),
        icon: IconMail,
        run: () => void actions.resend(credential),
      },
    ...verbs.map((verb) => ({
      key: verb,
      label: t(`credentials.actions.${verb}`),
      icon: STANDING_ICONS[verb],
      run: () => onStanding(verb, credential),
      danger: verb === 'revoke',
    })),
    mayManage && {
      key: 'delete',
      label: t('credentials.actions.delete'),
      icon: IconTrash,
      run: () => void actions.remove(credential),
      danger: true,
    },
  ];
  return (
    <ActionMenu
      label={t('credentials.actionsFor', { name: credential.recipient.name })}
      actions={entries.filter((entry): entry is Action => entry !== false)}
    />
  );
}
