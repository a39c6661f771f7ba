//! Tests of `scene::random`.

use stickslip_engine::scene::random::SplitMix64;

/// The values of the reference implementation (Vigna, splitmix64.c) for the seed 1234567.
#[test]
fn it_is_the_published_generator() {
    let mut random = SplitMix64::new(1_234_567);
    let first = [(); 3].map(|()| random.bits());
    assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
}
