// In the place of the pages' own settings, which are kept in a browser: boards in other people's pages have none.

export const settings = () => ({ inverted: false, palette: 'plain' });
