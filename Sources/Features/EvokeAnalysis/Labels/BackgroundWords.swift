/// Words that represent anything one might search for: 512 nouns of WordNet 3.0 (docs/licences.md), drawn at random
/// from those for which ImageNet has pictures, except for people.
package enum BackgroundWords {
    package static let all = list.split(separator: "\n").joined(separator: " ").split(separator: ", ").map(String.init)

    private static let list = """
        abrader, achimenes, achira, acrylic, acuminate leaf, adobe lily, adobo, air conditioner, air
        cushion, alarm, albatross, alcohol, alidade, amniote, anchovy pear, angiosperm, antenna, apartment,
        arborescent plant, armature, army ant, arthropod, atrium, automation, bailey, bandsaw, bar mask,
        barbecued wing, baritone, baronduki, barrel, barrel vault, barricade, battery, batting cage,
        bazooka, beach plum, bear grass, bear oak, bearing wall, bedsitting room, beech fern, black, black
        bass, black olive, blackboard eraser, blood clam, blue fox, blue mockingbird, bluethroat, bluethroat
        pikeblenny, blunt file, boat train, bogy, boll weevil, bouncing betty, bovine, brain coral, brake
        disk, brake pedal, breast pocket, broadloom, brook trout, brooklime, bryozoan, buckler mustard,
        buckthorn, bulbul, bullbrier, bunchberry, butt joint, butterfly flower, buzzer, cabin car, caldron,
        caliper, camellia, camshaft, car bomb, cardinalfish, carline thistle, carpetbag, carrion, cascara,
        cellular telephone, centaury, chalcis fly, champagne cup, chat room, chemical plant, chestnut oak,
        chinquapin oak, choir, chrysanthemum, chub mackerel, cigar cutter, cinchona, cineraria, circular
        saw, cliff swallow, clinker, clove hitch, coccid insect, cocktail sauce, cola extract, common
        horsetail, common mullein, common privet, common sunflower, common zebra, compound lever, conserve,
        container, converter, cooking apple, copper beech, cordgrass, corn speedwell, cottage tent,
        cranberry sauce, cranesbill, cretonne, croquet, crystal oscillator, cucumber, cuff, cultivar,
        cylinder, cylinder lock, cypress vine, dabbling duck, darter, dashiki, deer, developer, device,
        diastema, die, dinner bell, dish rack, dolman, downy birch, dracaena, drafting instrument, dry
        point, dwarf hulsea, electric lamp, electron gun, electron microscope, embankment, etagere, factory,
        false vampire, field artillery, filigree, fir, fishbowl, fishtail palm, flame tokay, flatbrod, fly
        casting, fob, folding saw, fore plane, fortress, framework, fringed gentian, fringed loosestrife,
        furnishing, galangal, galleon, garden snail, gat, genipap, genipap fruit, ghee, girandole, glacier,
        gooseberry, grab bag, granny knot, great snipe, greater yellowlegs, greenhouse whitefly, grenade,
        grenadine, grid, grist, guanaco, gun enclosure, hail, hair shirt, hairpin, hammerhead, hand grenade,
        handball, hard disc, hawksbill turtle, hayrack, headrest, herb tea, hermitage, heteropterous insect,
        hill, holding cell, homestead, honker, hoot owl, houselights, hyena, ice cream, iceboat, ink bottle,
        inkle, instrument, intake valve, inula, ivory tree, jackfruit, jalapeno, jaunting car, jetliner,
        jobcentre, jodhpurs, kauri pine, keep, khimar, kibble, killer whale, koumiss, ladyfish, lamellicorn
        beetle, landing flap, langur, lemon mint, levee, leveret, licorice root, lifting device, light pen,
        liliaceous plant, lined snake, lip, lithia water, litter, litterbin, loach, loaner, lobed
        spleenwort, lobscouse, locker room, louvar, lyrebird, machine, mackerel shark, madder, magnifier,
        mail train, majolica, malope, manhole cover, mantilla, marjoram, marketplace, markhor, mason wasp,
        mayfly, means, meatball, megaphone, mercury cell, metallic, microfossil, miro, miso, mobcap, molter,
        morello, morion, mosquito fern, mountain maple, mud puppy, multivitamin, mummichog, mushroom,
        myrmecophyte, nail polish, nameko, narrow goldenrod, narthex, naval equipment, nectar, nosebag, nut
        bar, ocean sunfish, ohmmeter, oil pump, oil slick, ommastrephes, oospore, optical disk, optical
        telescope, orthicon, ottoman, oubliette, outbuilding, oxlip, packsaddle, palisade, pallasite,
        pallium, pandanus, pantechnicon, panty girdle, paper wasp, parallel, parka, passenger car, patas,
        pea flour, pea weevil, pewee, piccolo, picture hat, pill bug, pine, pinnate leaf, pit viper,
        plantain, plantigrade mammal, plimsoll, plug fuse, poison milkweed, poleax, polo pony, portfolio,
        potato tree, powder, powder keg, prairie coneflower, prairie mallow, pronghorn, psychodid,
        rabbitfish, radial engine, raisin bread, range animal, rapier, rasp, rattlesnake, ravigote, red
        beech, red cabbage, red clover, red coral, red maids, refection, relish, remount, riddle, riding
        crop, rifle ball, risotto, riverbank, rock candy, rocking chair, rollerblading, rope, rose moss,
        rotor head, safety pin, salmi, sambar, sassaby, savory, scarabaeid beetle, scarlet clematis, scarlet
        tanager, schoolmaster, sclerite, scorpion fly, scraper, sea boat, sea kale, sea moss, selvage,
        serape, service tree, set gun, sewing basket, shawm, shirtwaist, short iron, short sleeve, shutter,
        shuttle bus, sideroblast, silent butler, silver jenny, silverpoint, skating, ski mask, skibob, sky,
        skyscraper, slick, slot machine, sloth, smocking, snack bar, snowcap, snowdrop anemone, sorb, sour,
        soutache, southwestern toad, space shuttle, space station, spade, spherical polygon, spider crab,
        spindle tree, spirillum, splashboard, splint, sport utility, spotted crake, spring balance, stable,
        standard cell, steering linkage, sticktight, stinger, straightener, strickle, structural member,
        study, stuffed cabbage, subtropics, sugar bowl, sugar spoon, sugar syrup, sulky, surface ship,
        surplice, suspensory, sweet calabash, sweetsop, swiftlet, tab key, tablespoon, tachograph, tea ball,
        teakettle, telegraphy, temple orange, tennis racket, terra sigillata, tetrahedron, tetrapod, textile
        mill, thill, thruster, tiger cowrie, tine, toilet tissue, tomato sauce, tongue depressor, tonometer,
        tor, tourist class, traffic light, transport ship, trapezoid, tree swallow, tripod, trogon, trundle
        bed, tunaburger, turnstile, veery, verbena, vermouth, vetchling, vinifera grape, vodka martini,
        voile, voltage regulator, wainscot, wainscoting, wall, wasp, water parsnip, water strider, weeds,
        whale, wheeled vehicle, white turnip, wicket, wild carrot, wild horse, windfall, wing, winter
        aconite, winter heliotrope, wolffish, wooden spoon, woodland caribou, worker bee, wrasse, wrench,
        wrist pad
        """
}
