/** What the roaster sells: title, kind, tasting notes, and the price of 250 g in the store's currency. */
export interface Coffee {
  readonly title: string;
  readonly kind: 'Single origin' | 'Blend' | 'Espresso' | 'Decaf' | 'Cold brew';
  readonly notes: string;
  readonly price: number;
}

const singleOrigin = (title: string, notes: string, price: number): Coffee => ({
  title,
  kind: 'Single origin',
  notes,
  price,
});
const blend = (title: string, notes: string, price: number): Coffee => ({
  title,
  kind: 'Blend',
  notes,
  price,
});
const espresso = (title: string, notes: string, price: number): Coffee => ({
  title,
  kind: 'Espresso',
  notes,
  price,
});
const decaf = (title: string, notes: string, price: number): Coffee => ({
  title,
  kind: 'Decaf',
  notes,
  price,
});
const coldBrew = (title: string, notes: string, price: number): Coffee => ({
  title,
  kind: 'Cold brew',
  notes,
  price,
});

export const coffees: readonly Coffee[] = [
  singleOrigin('Ethiopia Yirgacheffe', 'jasmine, bergamot and apricot', 14.5),
  singleOrigin('Ethiopia Guji Natural', 'blueberry, cocoa nib and rose', 15.5),
  singleOrigin('Ethiopia Sidama', 'lemon zest, honey and black tea', 14),
  singleOrigin('Kenya Nyeri AA', 'blackcurrant, grapefruit and brown sugar', 16.5),
  singleOrigin('Kenya Kirinyaga Peaberry', 'red plum, tomato leaf and caramel', 17),
  singleOrigin('Rwanda Lake Kivu', 'orange, cinnamon and cane sugar', 14),
  singleOrigin('Burundi Kayanza', 'cranberry, lime and molasses', 14.5),
  singleOrigin('Tanzania Kilimanjaro', 'blackberry, cedar and toffee', 14),
  singleOrigin('Uganda Mount Elgon', 'raisin, dark chocolate and clove', 13),
  singleOrigin('Malawi Misuku', 'peach, vanilla and malt', 13.5),
  singleOrigin('Colombia Huila', 'red apple, panela and hazelnut', 13.5),
  singleOrigin('Colombia Pink Bourbon', 'guava, hibiscus and honey', 18.5),
  singleOrigin('Colombia Nariño', 'mandarin, milk chocolate and almond', 14),
  singleOrigin('Brazil Cerrado', 'peanut, milk chocolate and dried fig', 11.5),
  singleOrigin('Brazil Sul de Minas', 'almond, caramel and cherry', 11.5),
  singleOrigin('Peru Cajamarca', 'pear, cocoa and brown sugar', 13),
  singleOrigin('Bolivia Caranavi', 'white grape, nougat and cream', 15),
  singleOrigin('Ecuador Loja', 'nectarine, floral honey and lime', 15.5),
  singleOrigin('Costa Rica Tarrazú', 'tangerine, honey and walnut', 15),
  singleOrigin('Costa Rica Yellow Honey', 'mango, butterscotch and almond', 16),
  singleOrigin('Guatemala Antigua', 'cocoa, orange peel and spice', 14),
  singleOrigin('Guatemala Huehuetenango', 'green apple, toffee and lemon', 14.5),
  singleOrigin('Honduras Marcala', 'plum, praline and vanilla', 12.5),
  singleOrigin('El Salvador Pacamara', 'papaya, caramel and red wine', 16),
  singleOrigin('Nicaragua Jinotega', 'nougat, cherry and cedar', 12.5),
  singleOrigin('Mexico Chiapas', 'almond, cinnamon and cocoa', 12.5),
  singleOrigin('Panama Boquete Geisha', 'jasmine, peach and bergamot', 32),
  singleOrigin('Jamaica Blue Mountain', 'sweet herbs, cream and chocolate', 38),
  singleOrigin('Hawaii Kona', 'macadamia, butter and honeysuckle', 34),
  singleOrigin('Sumatra Mandheling', 'cedar, tobacco and dark chocolate', 13.5),
  singleOrigin('Sulawesi Toraja', 'clove, black cherry and earth', 14),
  singleOrigin('Java Estate', 'malt, nutmeg and cocoa', 13.5),
  singleOrigin('Papua New Guinea Sigri', 'pineapple, caramel and walnut', 14),
  singleOrigin('India Monsoon Malabar', 'toasted oak, spice and cocoa', 13),
  singleOrigin('Yemen Mocha Matari', 'dried date, cardamom and wine', 24),
  singleOrigin('Vietnam Da Lat Arabica', 'caramel, hazelnut and dried fruit', 12),
  singleOrigin('China Yunnan', 'plum, black tea and brown sugar', 13.5),
  blend('House Blend', 'chocolate, hazelnut and orange', 11),
  blend('Morning Ritual', 'toast, caramel and red apple', 11),
  blend('Slow Sunday', 'maple, pecan and baked pear', 12),
  blend('Night Shift', 'dark chocolate, molasses and smoke', 11.5),
  blend('Rainy Day', 'cocoa, cinnamon and dried plum', 11.5),
  blend('Campfire Roast', 'smoke, walnut and treacle', 11.5),
  blend('Garden Party', 'rosehip, peach and honey', 13),
  blend('Winter Spice', 'clove, orange peel and gingerbread', 12.5),
  blend('Summer Light', 'lemonade, nectarine and tea', 13),
  blend('Founders Reserve', 'fig, praline and red wine', 16),
  espresso('Velvet Hammer Espresso', 'dark chocolate, cherry and cream', 12.5),
  espresso('Corner Bar Espresso', 'caramel, almond and cocoa', 12),
  espresso('Bright Side Espresso', 'red berries, honey and lime', 13.5),
  espresso('Ristretto No. 7', 'molasses, walnut and clove', 12.5),
  espresso('Napoli Dark Espresso', 'bitter chocolate, smoke and licorice', 11.5),
  decaf('Decaf Colombia Sugarcane', 'panela, red apple and cocoa', 13.5),
  decaf('Decaf Swiss Water Blend', 'hazelnut, caramel and malt', 13),
  decaf('Decaf Night Owl Espresso', 'milk chocolate, date and almond', 13.5),
  decaf('Half-Caff Middle Ground', 'toffee, orange and walnut', 12.5),
  coldBrew('Cold Brew Coarse Grind', 'cocoa, cola and vanilla', 12.5),
  coldBrew('Cold Brew Citrus', 'orange, brown sugar and lime', 13),
  coldBrew('Cold Brew Nocturne', 'dark chocolate, cherry and rum', 13.5),
  coldBrew('Nitro Blend', 'cream, chocolate and stout', 14),
];

/** What a roaster who has just begun sells. */
export const firstCoffees: readonly Coffee[] = [
  blend('First Light Blend', 'honey, toast and orange', 12),
  espresso('Kettle Black Espresso', 'dark chocolate, fig and clove', 12.5),
  singleOrigin('Rwanda Nyamasheke', 'orange blossom, caramel and tea', 14.5),
];
