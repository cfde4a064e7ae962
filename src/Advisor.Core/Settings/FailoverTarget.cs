namespace Advisor.Core.Settings;

/// <summary>Which failure the sizes of a resource and its geo-replicas allow for.</summary>
public enum FailoverTarget
{
    /// <summary>None: each is sized for its own clients.</summary>
    None,

    /// <summary>Any one of them fails: the others together carry the clients of all.</summary>
    One,
}
