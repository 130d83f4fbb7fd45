"""The architectures in small, with random weights: pictures of 32 pixels, two layers, vectors of 48 numbers."""

import numpy as np

from graph import FLOAT, INT64, Graph

SIZE, OUT = 32, 48
FREE = "batch_size"


def centre(g, picture):
    """Takes out what all pictures share, as a first batch normalisation does."""
    return g.op("Mul", g.op("Sub", picture, np.float32(0.5)), np.float32(4))


def transformer(seed, size=SIZE, patch=8, width=64, heads=4, out=OUT, batch=FREE, traced=False, squeeze=True,
                outputs=("image_embeds",), name="pixel_values", is_last=False, noise=0.0, projected=True, centred=False):
    """CLIP's image tower (a class token in front). `traced`: written down from one picture, and declared free.
    `is_last`: colours come last. `noise`: a large constant before the last normalisation, which takes it out again.
    `centred`: for pixels between 0 and 1."""
    g = Graph(seed)
    x = g.input(name, FLOAT, [batch, size, size, 3] if is_last else [batch, 3, size, size])
    count = (size // patch) ** 2
    rows = (1, count + 1) if traced else (0, 0)
    picture = g.op("Transpose", x, perm=[0, 3, 1, 2]) if is_last else x
    if centred:
        picture = centre(g, picture)
    patches = g.op("Conv", picture, g.weight(width, 3, patch, patch, scale=1.5 / (3 * patch * patch) ** 0.5),
                   kernel_shape=[patch, patch], strides=[patch, patch])
    tokens = g.op("Transpose", g.op("Reshape", patches, np.array([rows[0], width, count])), perm=[0, 2, 1])
    first = g.weight(1, 1, width, scale=0.3)
    if not traced:
        first = g.op("Expand", first, g.op("Concat", g.sizes(x, 0), np.array([1, width]), axis=0))
    tokens = g.op("Concat", first, tokens, axis=1)
    tokens = g.norm(g.op("Add", tokens, g.weight(1, count + 1, width, scale=0.3)), width)
    states = g.layers(tokens, width, heads, rows=rows)
    if noise:
        states = g.op("Add", states, np.float32(noise))
    pooled = g.norm(g.op("Gather", states, np.array(0), axis=1), width)
    vector = g.op("MatMul", pooled, g.weight(width, out, scale=width ** -0.5)) if projected else pooled
    kinds = {"last_hidden_state": (states, [batch, count + 1, width]), "pooler_output": (pooled, [batch, width])}
    for output in outputs:
        value, shape = kinds.get(output, (vector, [batch, out if projected else width]))
        g.output(value, output, shape)
    return g.model()


def siglip_vision(seed, size=SIZE, patch=8, width=48, heads=4, batch=FREE):
    """A learnt query attends to all patches, and a perceptron follows."""
    g = Graph(seed)
    x = g.input("pixel_values", FLOAT, [batch, 3, size, size])
    count = (size // patch) ** 2
    patches = g.op("Conv", x, g.weight(width, 3, patch, patch, scale=1.5 / (3 * patch * patch) ** 0.5),
                   g.weight(width, scale=0.1), kernel_shape=[patch, patch], strides=[patch, patch])
    tokens = g.op("Transpose", g.op("Reshape", patches, np.array([0, width, count])), perm=[0, 2, 1])
    tokens = g.op("Add", tokens, g.weight(1, count, width, scale=0.3))
    states = g.norm(g.layers(tokens, width, heads, activation=g.gelu), width)
    probe = g.op("Expand", g.weight(1, 1, width), g.op("Concat", g.sizes(x, 0), np.array([1, width]), axis=0))
    head = g.attention(probe, states, width, heads)
    head = g.op("Add", head, g.perceptron(g.norm(head, width), width, g.gelu))
    pooled = g.op("Gather", head, np.array(0), axis=1)
    g.output(states, "last_hidden_state", [batch, count, width])
    g.output(pooled, "pooler_output", [batch, width])
    return g.model()


def convolutions(seed, size=SIZE, out=OUT, traced=False):
    """MobileCLIP's kind: depthwise and pointwise convolutions, a gate for each channel, a mean over all places.
    `traced`: written down from one picture, so that two are taken for one twice as large."""
    g = Graph(seed, gain=2.5)
    x = g.input("pixel_values", FLOAT, [FREE, 3, size, size])

    def convolve(x, across, out, kernel, stride=1, group=1):
        weight = g.weight(out, across // group, kernel, kernel, scale=g.gain / (across // group * kernel * kernel) ** 0.5)
        return g.op("Conv", x, weight, g.weight(out, scale=0.1), kernel_shape=[kernel] * 2, strides=[stride] * 2,
                    pads=[kernel // 2] * 4, group=group)

    x = g.gelu(convolve(centre(g, x), 3, 32, 3, stride=2))
    for _ in range(2):
        mixed = convolve(x, 32, 32, 7, group=32)
        gate = g.op("Sigmoid", convolve(g.gelu(convolve(g.op("GlobalAveragePool", mixed), 32, 8, 1)), 8, 32, 1))
        inner = g.gelu(convolve(g.op("Mul", mixed, gate), 32, 64, 1))
        x = g.op("Add", x, convolve(inner, 64, 32, 1))
    x = g.gelu(convolve(x, 32, 96, 3, stride=2))
    flat = g.op("Reshape", x, np.array([1 if traced else 0, 96, -1]))
    pooled = g.norm(g.op("ReduceMean", flat, axes=[2], keepdims=0), 96)
    g.output(g.op("MatMul", pooled, g.weight(96, out, scale=96 ** -0.5)), "image_embeds", [FREE, out])
    return g.model()


def text(seed, words, pool="end", width=64, heads=4, out=OUT, context=77, batch=FREE, length="sequence_length", kind=INT64,
         causal=True, inputs=("input_ids",), output="text_embeds", traced=False, is_bert=False, projected=True,
         mask_kind=None):
    """A text tower. `pool`: the state at the end of the text ("end", where the largest id is), at the last place
    ("last"), at the first ("first"), or the mean of all that the mask leaves ("mean"). `traced`: written down from
    one text."""
    g = Graph(seed)
    ids, *others = [g.input(i, mask_kind if mask_kind and i == "attention_mask" else kind, [batch, length]) for i in inputs]
    count = g.sizes(ids, 1)
    x = g.op("Gather", g.weight(words, width), ids)
    places = g.weight(context, width, scale=0.3)
    if "position_ids" in others:
        x = g.op("Add", x, g.op("Gather", places, "position_ids"))
    else:
        x = g.op("Add", x, g.op("Slice", places, np.array([0]), count, np.array([0])))
    if "token_type_ids" in others:
        x = g.op("Add", x, g.op("Gather", g.weight(2, width, scale=0.3), "token_type_ids"))
    lowest = np.finfo(np.float32).min
    mask = None
    if causal:
        triangle = np.triu(np.full((context, context), lowest, np.float32), 1)
        mask = g.op("Slice", triangle, np.array([0, 0]), g.op("Concat", count, count, axis=0), np.array([0, 1]))
    there = None
    if "attention_mask" in others:
        there = g.op("Cast", "attention_mask", to=FLOAT)
    if there:
        hidden = g.op("Mul", g.op("Sub", np.float32(1), g.op("Unsqueeze", there, np.array([1, 2]))), np.float32(lowest))
        mask = g.op("Max", g.op("Add", mask, hidden), np.float32(lowest)) if mask else hidden
    rows = (1, -1) if traced else (0, 0)
    states = g.layers(g.norm(x, width) if is_bert else x, width, heads, mask, rows, activation=g.gelu if is_bert else None,
                      is_normed_after=is_bert)
    if not is_bert:
        states = g.norm(states, width)
    if pool == "end":
        ends = g.op("ArgMax", ids, axis=1, keepdims=1)
        first = g.op("Range", np.array(0), g.op("Squeeze", g.sizes(ids, 0)), np.array(1))
        pooled = g.op("GatherND", states, g.op("Concat", g.op("Unsqueeze", first, np.array([1])), ends, axis=1))
    elif pool == "mean":
        kept = g.op("Unsqueeze", there, np.array([2]))
        pooled = g.op("Div", g.op("ReduceSum", g.op("Mul", states, kept), np.array([1]), keepdims=0),
                      g.op("ReduceSum", kept, np.array([1]), keepdims=0))
    else:
        pooled = g.op("Gather", states, np.array(0 if pool == "first" else -1), axis=1)
    vector = g.op("MatMul", pooled, g.weight(width, out, scale=width ** -0.5)) if projected else pooled
    g.output(vector, output, [batch, out if projected else width])
    return g.model()
