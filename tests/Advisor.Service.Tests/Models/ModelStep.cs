using FsCheck;
using FsCheck.Fluent;

namespace Advisor.Service.Tests.Models;

internal enum StepKind
{
    /// <summary>A whole minute: plans a tick, handles every message, and the clock moves on.</summary>
    Minute,

    /// <summary>Plans a tick; its messages wait.</summary>
    Tick,

    /// <summary>Handles one waiting message, and keeps it where <see cref="ModelStep.B"/> is odd: it comes again.</summary>
    Message,

    /// <summary>The clock moves on, and nothing is done meanwhile.</summary>
    Clock,

    /// <summary>The connections of a resource change.</summary>
    Load,

    /// <summary>Someone else changes the size of a resource.</summary>
    OtherChange,

    /// <summary>What Azure does with the next request.</summary>
    Azure,

    /// <summary>What Azure does until further notice.</summary>
    Outage,

    /// <summary>A channel does not take the next message.</summary>
    Channel,

    /// <summary>A person answers an approval; of two changes that are approved one is stopped before it has started.</summary>
    Answer,

    /// <summary>An instance is started again.</summary>
    Restart,

    /// <summary>A person stops all changes, or ends that.</summary>
    Stop,
}

internal enum Interruption
{
    None,

    /// <summary>The process ends before the call has its effect.</summary>
    CrashBefore,

    /// <summary>The process ends after the effect of the call, before its answer.</summary>
    CrashAfter,

    /// <summary>The store fails, without an effect.</summary>
    StoreFails,

    /// <summary>The store answers with a failure although the call had its effect.</summary>
    StoreAnswerLost,

    /// <summary>The other instance runs a whole minute in between.</summary>
    OtherInstance,
}

/// <summary>One step of a life: what happens, and at which call out of the process it is interrupted.</summary>
/// <param name="A">Chooses the instance, the resource or the message.</param>
/// <param name="B">Chooses what happens to it.</param>
/// <param name="At">Number of the call at which <paramref name="Interruption"/> happens, from 0; -1 = the next request or message.</param>
internal sealed record ModelStep(StepKind Kind, int A, int B, Interruption Interruption = Interruption.None, int At = 0)
{
    private const int MaxSteps = 70;

    private static readonly Gen<Interruption> Interruptions = Gen.Frequency(
        (8, Gen.Constant(Interruption.None)),
        (2, Gen.Constant(Interruption.CrashBefore)),
        (2, Gen.Constant(Interruption.CrashAfter)),
        (1, Gen.Constant(Interruption.StoreFails)),
        (1, Gen.Constant(Interruption.StoreAnswerLost)),
        (2, Gen.Constant(Interruption.OtherInstance))
    );

    private static readonly Gen<ModelStep> Steps =
        from kind in Gen.Frequency(
            (20, Gen.Constant(StepKind.Minute)),
            (3, Gen.Constant(StepKind.Tick)),
            (6, Gen.Constant(StepKind.Message)),
            (2, Gen.Constant(StepKind.Clock)),
            (4, Gen.Constant(StepKind.Load)),
            (1, Gen.Constant(StepKind.OtherChange)),
            (2, Gen.Constant(StepKind.Azure)),
            (2, Gen.Constant(StepKind.Outage)),
            (1, Gen.Constant(StepKind.Channel)),
            (3, Gen.Constant(StepKind.Answer)),
            (1, Gen.Constant(StepKind.Restart)),
            (2, Gen.Constant(StepKind.Stop))
        )
        from a in Gen.Choose(0, 11)
        from b in Gen.Choose(0, 11)
        from interruption in Interruptions
        from at in Gen.Frequency((2, Gen.Choose(0, 15)), (1, Gen.Choose(0, 60)), (2, Gen.Constant(-1)))
        select new ModelStep(kind, a, b, interruption, at);

    /// <summary>Lives of up to 70 steps; a failing one is made shorter, then calmer.</summary>
    public static Arbitrary<ModelStep[]> Lives { get; } =
        Arb.From(from length in Gen.Choose(1, MaxSteps) from steps in Gen.ArrayOf(Steps, length) select steps, Shrink);

    public override string ToString() => $"{Kind}({A}, {B}{(Interruption == Interruption.None ? "" : $", {Interruption} at {At}")})";

    private static IEnumerable<ModelStep[]> Shrink(ModelStep[] life)
    {
        for (var size = life.Length / 2; size > 0; size /= 2)
        {
            for (var at = 0; at + size <= life.Length; at += size)
            {
                yield return [.. life[..at], .. life[(at + size)..]];
            }
        }

        for (var i = 0; i < life.Length; i++)
        {
            if (life[i].Interruption != Interruption.None)
            {
                yield return [.. life[..i], life[i] with { Interruption = Interruption.None }, .. life[(i + 1)..]];
            }
        }
    }
}
