// What stands around a mechanism: a grid, the global axes, the direction of gravity.
import * as THREE from "three";
import { FORCES } from "./colours.js";
import { norm, times } from "./geometry.js";
import { lookFrom } from "./run_scene.js";
import { Arrow } from "./shapes.js";
import { quantity } from "./text.js";

const SHADES = ["#d14b5f", "#1f9d63", "#2b7bd6"];

// Below a mechanism in space, behind a planar one.
export function gridOf({ scene, up, box, centre, radius, size }) {
  const normal = new THREE.Vector3(...(scene?.normal ?? up));
  const grid = new THREE.GridHelper(10 * radius, 50);
  grid.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), normal);
  const lowest = Math.min(...[box.min, box.max].map((corner) => corner.dot(normal)));
  grid.position.copy(centre).addScaledVector(normal, lowest - 0.04 * size - centre.dot(normal));
  grid.material.vertexColors = false;
  grid.material.transparent = true;
  return grid;
}

// Arrows with what is written beside them.
export function marksOf({ scene, up, centre, radius, size }) {
  const marks = SHADES.map((colour, k) => {
    const direction = [0, 0, 0];
    direction[k] = 1;
    const arrow = new Arrow(colour, 0.0028 * size);
    arrow.show([0, 0, 0], direction, 0.16 * size);
    return {
      arrow,
      text: "xyz"[k],
      at: new THREE.Vector3(...times(direction, 0.185 * size)),
      colour,
    };
  });
  if (!scene || norm(scene.gravity) === 0) return marks;
  const [top, from] = [new THREE.Vector3(...up), new THREE.Vector3(...lookFrom(scene, up))];
  const left = new THREE.Vector3().crossVectors(from, top);
  const corner = centre
    .clone()
    .addScaledVector(top, 0.5 * radius)
    .addScaledVector(left, 0.95 * radius);
  const arrow = new Arrow(FORCES.gravity, 0.004 * size);
  arrow.show(corner.toArray(), scene.gravity, 0.2 * size);
  const text = `g = ${quantity(norm(scene.gravity), "m/s^2", 4)}`;
  return [
    ...marks,
    { arrow, text, at: corner.addScaledVector(top, 0.045 * size), colour: FORCES.gravity },
  ];
}
