export { IconIcons as icon } from '@tabler/icons-react';
