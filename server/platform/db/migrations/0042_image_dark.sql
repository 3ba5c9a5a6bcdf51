-- A picture's version for the dark theme: {key, width, height, color, widths, formats}, null if it has none.
alter table images add column dark jsonb;
