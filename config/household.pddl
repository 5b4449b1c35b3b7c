; The household domain: what the robot can do, in ADL with types and action costs.
;
; Object types come from config/objects.yaml; those without a parent go below item (pickupable),
; carrier (pickupable receptacle) or furniture (the rest). Types named here are those that actions
; speak of: the roles that types play in the chores (`role` in objects.yaml). Users add types,
; predicates and actions here or there; no code needs to change:
;   * a one-place predicate named like an affordance or a yes/no key of objects.yaml (pickupable,
;     must_be_off_to_open, ...) is true of the objects whose type has it;
;   * any other one-place predicate is a state: true when the object memory believes it;
;   * the predicates under "relations" are computed from the object memory by planning/facts.py;
;   * parameters whose name starts with ?implicit_ are for the planner only, skills are not told;
;   * (effort ?x) grows with the distance to ?x and with the failures to use it, and where what goes
;     there may find no room.
;
; Near means standing where ?x is in reach and in view. GoTo reaches whatever is not hidden in a
; closed container, so no other action needs to know where an object stands.

(define (domain household)
  (:requirements :adl :typing :action-costs)

  (:types
    frontier item furniture - object
    carrier - item                        ; a receptacle that can be carried
    blade - item
    basin tap heater burner knob cooler brewer plant - furniture)

  (:predicates
    ; relations, from the object memory
    (in ?o - object ?r - object)          ; directly inside or on top
    (holding ?o - object)
    (near ?o - object)
    (handempty)
    (hidden ?o - object)                  ; in a closed container, at any depth
    (accessible ?r - object)              ; nothing has to be opened to put things in or on it
    (doubtful ?o - object)                ; too uncertain to act on before a closer look
    (full ?r - object)                    ; holds as many objects as its capacity
    ; static relations, from objects.yaml and the object memory
    (lidded ?r - object)                  ; a container that closes
    (single ?r - object)                  ; has room for one object
    (nested ?o - object ?m - object)      ; in a carrier that is itself in something
    (fits ?o - object ?r - object)
    (fits_sliced ?o - object ?r - object) ; fits only once sliced
    (cookable_sliced ?o - object)         ; cookable only once sliced
    ; affordances
    (pickupable ?o - object)
    (receptacle ?o - object)
    (openable ?o - object)
    (toggleable ?o - object)
    (sliceable ?o - object)
    (cookable ?o - object)
    (fillable ?o - object)
    (heat_source ?o - object)
    (must_be_off_to_open ?o - object)
    (must_be_closed_to_toggle ?o - object)
    (must_be_toasted ?o - object)         ; a microwave does not cook it
    (toasts ?a - object)
    (deep ?r - object)                    ; what lies at its bottom is hardly seen
    ; states
    (open ?o - object)
    (toggled ?o - object)
    (sliced ?o - object)
    (clean ?o - object)                   ; washed by the robot
    (dirty ?o - object)
    (hot ?o - object)
    (cold ?o - object)
    (cooked ?o - object)
    (filled ?o - object)
    (brewed ?o - object)                  ; filled with coffee, which is made in an empty mug only
    ; exploration (EPA, Algorithm 1)
    (unknown ?a - object)
    (explored))

  (:functions
    (total-cost) - number
    (effort ?o - object) - number)

  (:action GoTo
    :parameters (?o - object)
    :precondition (and (not (hidden ?o)) (not (holding ?o)))
    :effect (and
      (forall (?x - object) (not (near ?x)))
      (near ?o)
      (increase (total-cost) (effort ?o))))

  (:action PickUp
    :parameters (?o - item)
    :precondition (and (pickupable ?o) (near ?o) (not (hidden ?o)) (handempty))
    :effect (and
      (holding ?o)
      (not (handempty))
      (forall (?r - object) (when (and (single ?r) (in ?o ?r)) (not (full ?r))))
      (forall (?r - object) (not (in ?o ?r)))
      (increase (total-cost) 2)))

  (:action Put
    :parameters (?o - item ?r - object)
    :precondition (and
      (holding ?o) (near ?r) (receptacle ?r) (accessible ?r) (not (full ?r))
      (forall (?x - brewer) (not (in ?r ?x))) ; there is no room above the mug
      (or (fits ?o ?r) (and (fits_sliced ?o ?r) (sliced ?o))))
    :effect (and
      (in ?o ?r)
      (near ?o)
      (not (holding ?o))
      (handempty)
      (when (single ?r) (full ?r))
      (increase (total-cost) 2)))

  (:action Open
    :parameters (?r - object)
    :precondition (and
      (openable ?r) (near ?r) (not (open ?r)) (not (holding ?r))
      (or (not (must_be_off_to_open ?r)) (not (toggled ?r))))
    :effect (and
      (open ?r)
      (accessible ?r)
      (forall (?x - item) (when (in ?x ?r) (not (hidden ?x))))
      (forall (?x - item ?m - carrier) (when (and (nested ?x ?m) (in ?x ?m) (in ?m ?r)) (not (hidden ?x))))
      (increase (total-cost) 2)))

  (:action Close
    :parameters (?r - object)
    :precondition (and (openable ?r) (near ?r) (open ?r) (not (holding ?r)))
    :effect (and
      (not (open ?r))
      (when (lidded ?r) (not (accessible ?r)))
      (forall (?x - item)
        (when (and (lidded ?r) (in ?x ?r)) (and (hidden ?x) (not (near ?x)))))
      (forall (?x - item ?m - carrier)
        (when (and (lidded ?r) (nested ?x ?m) (in ?x ?m) (in ?m ?r)) (and (hidden ?x) (not (near ?x)))))
      (increase (total-cost) 2)))

  (:action ToggleOn
    :parameters (?o - object)
    :precondition (and
      (toggleable ?o) (near ?o) (not (toggled ?o))
      (or (not (must_be_closed_to_toggle ?o)) (not (open ?o))))
    :effect (and (toggled ?o) (increase (total-cost) 2)))

  (:action ToggleOff
    :parameters (?o - object)
    :precondition (and (toggleable ?o) (near ?o) (toggled ?o))
    :effect (and (not (toggled ?o)) (increase (total-cost) 2)))

  ; Irreversible: the slices replace the object, and nothing done to the whole counts for them.
  ; The tool stays in hand.
  (:action Slice
    :parameters (?o - item)
    :precondition (and
      (sliceable ?o) (near ?o) (not (sliced ?o)) (not (holding ?o))
      (forall (?r - furniture) (not (and (deep ?r) (in ?o ?r))))
      (exists (?k - blade) (holding ?k)))
    :effect (and
      (sliced ?o)
      (not (clean ?o)) (not (hot ?o)) (not (cold ?o))
      (increase (total-cost) 3)))

  ; Composites: the object is in hand before and after; the appliance is left off and closed.
  ; Nothing is washed, or filled with water, with something in it.
  (:action Clean
    :parameters (?o - item ?s - basin)
    :precondition (and
      (holding ?o) (near ?s) (exists (?f - tap) (toggleable ?f))
      (forall (?x - item) (not (in ?x ?o)))
      (or (fits ?o ?s) (and (fits_sliced ?o ?s) (sliced ?o))))
    :effect (and
      (clean ?o) (not (dirty ?o))
      (when (fillable ?o) (and (filled ?o) (not (hot ?o))))
      (not (brewed ?o))
      (increase (total-cost) 6)))

  (:action Heat
    :parameters (?o - item ?m - heater)
    :precondition (and
      (holding ?o) (near ?m)
      (or (fits ?o ?m) (and (fits_sliced ?o ?m) (sliced ?o))))
    :effect (and
      (hot ?o) (not (cold ?o))
      (when (and (not (must_be_toasted ?o)) (or (cookable ?o) (and (cookable_sliced ?o) (sliced ?o))))
        (cooked ?o))
      (not (toggled ?m)) (not (open ?m)) (not (accessible ?m))
      (forall (?x - item) (when (in ?x ?m) (and (hidden ?x) (not (near ?x)))))
      (increase (total-cost) 10)))

  ; What stands on a burner gets hot with what is in it: a kettle of water, a potato in a pan.
  (:action HeatOnStove
    :parameters (?o - item ?b - burner)
    :precondition (and
      (holding ?o) (near ?b) (not (full ?b)) (fits ?o ?b) (exists (?k - knob) (toggleable ?k)))
    :effect (and
      (hot ?o) (not (cold ?o))
      (forall (?x - item)
        (when (in ?x ?o)
          (and (hot ?x) (not (cold ?x)))))
      (forall (?x - item)
        (when (and (in ?x ?o) (cookable ?x))
          (cooked ?x)))
      (forall (?x - item)
        (when (and (in ?x ?o) (cookable_sliced ?x) (sliced ?x))
          (cooked ?x)))
      (not (toggled ?b))
      (increase (total-cost) 10)))

  (:action Cool
    :parameters (?o - item ?f - cooler)
    :precondition (and
      (holding ?o) (near ?f)
      (or (fits ?o ?f) (and (fits_sliced ?o ?f) (sliced ?o))))
    :effect (and
      (cold ?o) (not (hot ?o))
      (not (open ?f)) (not (accessible ?f))
      (forall (?x - item) (when (in ?x ?f) (and (hidden ?x) (not (near ?x)))))
      (forall (?x - item ?m - carrier)
        (when (and (nested ?x ?m) (in ?x ?m) (in ?m ?f)) (and (hidden ?x) (not (near ?x)))))
      (increase (total-cost) 8)))

  (:action Cook
    :parameters (?o - item ?a - object)
    :precondition (and
      (holding ?o) (near ?a) (heat_source ?a) (not (full ?a))
      (or (cookable ?o) (and (cookable_sliced ?o) (sliced ?o)))
      (or (not (must_be_toasted ?o)) (toasts ?a))
      (or (fits ?o ?a) (and (fits_sliced ?o ?a) (sliced ?o))))
    :effect (and
      (cooked ?o) (hot ?o) (not (cold ?o))
      (not (toggled ?a)) (not (open ?a))
      (when (lidded ?a) (not (accessible ?a)))
      (forall (?x - item)
        (when (and (lidded ?a) (in ?x ?a)) (and (hidden ?x) (not (near ?x)))))
      (increase (total-cost) 10)))

  (:action Fill
    :parameters (?o - item ?s - basin)
    :precondition (and
      (holding ?o) (fillable ?o) (near ?s) (fits ?o ?s)
      (exists (?f - tap) (toggleable ?f))
      (forall (?x - item) (not (in ?x ?o))))
    :effect (and
      (filled ?o) (clean ?o) (not (dirty ?o)) (not (brewed ?o)) (not (hot ?o)) (increase (total-cost) 6)))

  ; At the sink into a vessel, and onto the plant; the empty vessel stays in hand. Of what is watered
  ; nothing has to fit into the sink, so that this is no condition by itself.
  (:action Water
    :parameters (?o - item ?s - basin ?p - plant)
    :precondition (and
      (holding ?o) (fillable ?o) (near ?s) (not (filled ?p)) (or (fits ?o ?s))
      (exists (?f - tap) (toggleable ?f))
      (forall (?x - item) (not (in ?x ?o))))
    :effect (and
      (filled ?p)
      (clean ?o) (not (dirty ?o)) (not (filled ?o)) (not (brewed ?o)) (not (hot ?o))
      (forall (?x - object) (not (near ?x)))
      (near ?p)
      (increase (total-cost) 9)))

  ; Coffee is hot, but a mug is not heated by making some: ALFRED counts only what an appliance for it did.
  (:action Brew
    :parameters (?o - item ?c - brewer)
    :precondition (and
      (holding ?o) (fillable ?o) (not (filled ?o)) (near ?c) (fits ?o ?c) (not (full ?c)))
    :effect (and
      (filled ?o) (brewed ?o) (not (cold ?o)) (in ?o ?c) (near ?o) (not (holding ?o)) (handempty)
      (when (single ?c) (full ?c))
      (increase (total-cost) 6)))

  (:action Pour
    :parameters (?o - item)
    :precondition (and (holding ?o) (filled ?o))
    :effect (and (not (filled ?o)) (not (brewed ?o)) (increase (total-cost) 3)))

  ; Exploration acts. Plans for a goal never use them; planning to (explored) uses ExploreAct of
  ; them: (unknown ?a) is added to the precondition, (explored) and (not (unknown ?a)) to the
  ; effect (EPA, Algorithm 1 line 13 and Appendix E).
  (:action Explore
    :parameters (?a - frontier)
    :precondition (and)
    :effect (and
      (forall (?x - object) (not (near ?x)))
      (near ?a)
      (increase (total-cost) (effort ?a))))

  (:action Inspect
    :parameters (?a - object)
    :precondition (and
      (or (receptacle ?a) (doubtful ?a)) (not (hidden ?a)) (not (holding ?a))
      (or (not (must_be_off_to_open ?a)) (not (toggled ?a))))
    :effect (and
      (forall (?x - object) (not (near ?x)))
      (near ?a)
      (when (openable ?a) (open ?a))
      (accessible ?a)
      (increase (total-cost) (effort ?a)))))
