use stickslip::laws::parameters::*; use stickslip::laws::element::Mode;
use stickslip::laws::*; use stickslip::scene::*; use stickslip::shapes::Shape; use stickslip::sim::Simulation;
fn main(){
 let g=Given::default();
 let f=Friction{mu_s:0.25,mu_k:0.2,k_e:1e5,eta_r:0.3,spin:SpinModel::Off,slide_given:g,roll_given:g,spin_given:g,history:Default::default(),damping_in_slip:false};
 let a=35f64.to_radians(); let q=Rotation::from_axis_angle(&Vec3::x_axis(),a);
 let plane=BodySpec{name:"incline".into(),material:None,shape:Shape::Plane,motion:Motion::Fixed,mass:f64::INFINITY,inertia:Vec3::repeat(f64::INFINITY),elastic:None,position:Vec3::zeros(),rotation:q,velocity:Vec3::zeros(),angular_velocity:Vec3::zeros()};
 let ball=BodySpec{name:"ball".into(),material:None,shape:Shape::Sphere{radius:0.2},motion:Motion::Free,mass:5.0,inertia:Vec3::repeat(0.08),elastic:None,position:q*Vec3::new(0.,0.,0.2),rotation:q,velocity:q*Vec3::new(0.,0.5,0.),angular_velocity:Vec3::zeros()};
 let s=Scene{title:"".into(),about:"".into(),dt:1e-4,duration:1.0,gravity:Vec3::new(0.,0.,-9.8),friction:f,normal:NormalLaw::KnownWeight,pairs:vec![],bodies:vec![plane,ball]};
 let mut sim=Simulation::new(&s);
 let mut m=(Mode::Stick,Mode::Stick);
 for k in 1..=1000{ sim.step(); let st=sim.state(); let c=&st.contacts[0]; let b=&st.bodies[1];
  let mm=(c.slide.0.mode,c.roll.j.mode); if mm!=m {println!("{k} {mm:?}"); m=mm;}
  if k<4||k==1000 {let v=q.inverse_transform_vector(&b.v); println!("{k} v {} w {} E {:?} T {:?}",v.y,b.w.x,c.frame.now.to_world(&c.slide.0.elastic).norm(),c.loads.roll_elastic_j);} }
 let t=std::time::Instant::now(); let n=300000; sim.steps(n); println!("{} us/step", t.elapsed().as_secs_f64()*1e6/n as f64);
}
