namespace Advisor.Core.Capacity;

/// <summary>The basic sending patterns that the performance guides measured. Names on the wire: <see cref="UseCaseNames"/>.</summary>
public enum UseCase
{
    Echo,
    Broadcast,
    SendToSmallGroup,
    SendToBigGroup,
    SendToConnection,
    RestBroadcast,
    RestSendToUser,
    UpstreamEcho,
}

/// <summary>The wire names of <see cref="UseCase"/>: <c>echo</c>, <c>sendToSmallGroup</c> and so on.</summary>
public static class UseCaseNames
{
    private static readonly string[] Names =
    [
        "echo",
        "broadcast",
        "sendToSmallGroup",
        "sendToBigGroup",
        "sendToConnection",
        "restBroadcast",
        "restSendToUser",
        "upstreamEcho",
    ];

    /// <summary>All wire names, in the order of the enum.</summary>
    public static IReadOnlyList<string> All => Names;

    public static string WireName(this UseCase useCase) => Names[(int)useCase];

    /// <summary>Reads a wire name, without regard to case.</summary>
    public static bool TryParse(string? name, out UseCase useCase)
    {
        var index = Array.FindIndex(Names, n => string.Equals(n, name, StringComparison.OrdinalIgnoreCase));
        useCase = index < 0 ? default : (UseCase)index;
        return index >= 0;
    }
}
