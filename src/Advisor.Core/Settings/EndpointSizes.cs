namespace Advisor.Core.Settings;

/// <summary>How the sizes of the endpoints of a group move.</summary>
public enum EndpointSizes
{
    /// <summary>Each has the size of its own load, and they scale in by turns.</summary>
    OneByOne,

    /// <summary>All have the size of the one that needs most.</summary>
    Together,
}
