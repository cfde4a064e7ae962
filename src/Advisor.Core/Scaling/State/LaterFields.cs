using Advisor.Core.Scaling.Readings;

namespace Advisor.Core.Scaling.State;

/// <summary>
/// Fields at the end of a state that the first programs of version 3 did not write. Each is absent in most states: the bytes end before
/// it.
/// </summary>
internal static class LaterFields
{
    private const int NoFirstScaleIn = int.MinValue;

    public static void Write(BinaryWriter writer, ResourceState state)
    {
        var silence = state.Readings.Silence;
        var hasController = state.OtherController is not null || silence.Count > 0;
        if (state.FirstScaleIn is not null || hasController)
        {
            writer.Write(state.FirstScaleIn?.Minute ?? NoFirstScaleIn);
            writer.Write(state.FirstScaleIn?.From ?? 0);
        }

        if (hasController)
        {
            (state.OtherController ?? OtherController.None).Write(writer);
        }

        if (silence.Count > 0)
        {
            silence.Write(writer);
        }
    }

    public static ResourceState Read(BinaryReader reader, ResourceState state)
    {
        var (minute, from) = HasMore(reader) ? (reader.ReadInt32(), reader.ReadInt32()) : (NoFirstScaleIn, 0);
        var controller = HasMore(reader) ? OtherController.Read(reader) : OtherController.None;
        return state with
        {
            FirstScaleIn = minute == NoFirstScaleIn ? null : new(minute, from),
            OtherController = controller.Count > 0 ? controller : null,
            Readings = state.Readings with { Silence = HasMore(reader) ? TrafficSilence.Read(reader) : default },
        };
    }

    private static bool HasMore(BinaryReader reader) => reader.BaseStream.Position < reader.BaseStream.Length;
}
