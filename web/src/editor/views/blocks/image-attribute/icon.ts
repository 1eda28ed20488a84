export { IconUserSquare as icon } from '@tabler/icons-react';
