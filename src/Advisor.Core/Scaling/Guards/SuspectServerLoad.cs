using System.Globalization;

namespace Advisor.Core.Scaling.Guards;

/// <summary>A server load that contradicts traffic and connections is not acted upon, in either direction.</summary>
internal sealed class SuspectServerLoad : Guard
{
    public override string Code => ReasonCodes.SuspectMetric;

    public override int Allowed(Situation s, int wanted) =>
        s.Need.State == DataState.SuspectMetric ? KnownNeed.Step(s, wanted) : wanted;

    public override bool Speaks(Situation s) => s.Need.State == DataState.SuspectMetric;

    public override string Text(Situation s, int wanted) => string.Create(
        CultureInfo.InvariantCulture,
        $"Server load reads {s.Observation.Readings.ServerLoad:0.#} %, but traffic and connections explain about {s.Need.ExpectedLoad:0.#} %: Advisor does not act on it and does not scale in.");
}
