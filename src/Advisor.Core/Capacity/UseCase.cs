namespace Advisor.Core.Capacity;

/// <summary>Basic sending patterns measured by the performance guides. <see cref="UseCaseNames"/> has their names on the wire.</summary>
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

/// <summary>Wire names of <see cref="UseCase"/>: <c>echo</c>, <c>sendToSmallGroup</c> and so on.</summary>
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

    /// <summary>Returns the name in files and JSON, such as sendToSmallGroup.</summary>
    public static string ToWireName(this UseCase useCase) => Names[(int)useCase];

    /// <summary>Parses a wire name, ignoring case.</summary>
    public static bool TryParse(string? name, out UseCase useCase)
    {
        var index = Array.FindIndex(Names, n => string.Equals(n, name, StringComparison.OrdinalIgnoreCase));
        useCase = index < 0 ? default : (UseCase)index;
        return index >= 0;
    }
}
