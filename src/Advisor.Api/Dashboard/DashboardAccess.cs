namespace Advisor.Api.Dashboard;

/// <summary>Who sees the pages of the whole fleet, and who may act on them.</summary>
public enum DashboardAccess
{
    /// <summary>There are no such pages.</summary>
    Off,

    /// <summary>Signed-in users read them and act under their names. Where sign-in is off, the pages are unavailable.</summary>
    SignedIn,

    /// <summary>Anyone who reaches the address reads them; actions require sign-in.</summary>
    ReadOnly,

    /// <summary>Whoever reaches the address sees them and acts: for an address of this machine alone.</summary>
    Full,
}
