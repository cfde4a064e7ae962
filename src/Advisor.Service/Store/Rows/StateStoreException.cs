namespace Advisor.Service.Store.Rows;

/// <summary>Failure of the store; the message states the problem and the remedy. A condition that is not met is a value instead.</summary>
public sealed class StateStoreException : Exception
{
    public StateStoreException(string code, string message, bool isTransient, Exception? innerException = null)
        : base(message, innerException) => (Code, IsTransient) = (code, isTransient);

    /// <summary><see cref="Code"/> of a store that accepts no more writes but can be read.</summary>
    public const string Full = "Full";

    /// <summary><see cref="Code"/> of a store that this user or identity may not use.</summary>
    public const string Forbidden = "Forbidden";

    /// <summary>Stable code: Unreachable, Throttled, Busy, Forbidden, NewerVersion, OlderVersion, Corrupt, Missing, Full, Failed.</summary>
    public string Code { get; }

    /// <summary>Whether the same call may succeed later without intervention.</summary>
    public bool IsTransient { get; }

    /// <summary>Whether one row is at fault, which the message names: damaged, or of another version. The others can be read.</summary>
    public bool IsOfRow { get; init; }
}
