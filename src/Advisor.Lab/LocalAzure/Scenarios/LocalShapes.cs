using Advisor.Lab.Resources;

namespace Advisor.Lab.LocalAzure.Scenarios;

/// <summary>Shapes of load that several resources have, with the ceilings of a unit for messages of 2 KB.</summary>
internal static class LocalShapes
{
    /// <summary>Each message goes back to its sender.</summary>
    /// <param name="perConnection">Messages a second that each connection sends.</param>
    public static LoadShape CreateEcho(double perConnection, int messageBytes = 2048) =>
        new("echo", perConnection, perConnection, messageBytes, 2e6, 2e6);

    /// <summary>Each message goes to every client.</summary>
    /// <param name="perConnection">Messages a second that each connection receives.</param>
    public static LoadShape CreateBroadcast(double perConnection) =>
        new("broadcast", 0, perConnection, 2048, InboundCeiling: null, OutboundCeiling: 4e6);
}
