namespace Advisor.Api.Dashboard;

/// <summary>Who sees the pages of the whole fleet, and who may act on them.</summary>
public enum DashboardAccess
{
    /// <summary>Nobody: there are no such pages.</summary>
    Off,

    /// <summary>Who has signed in sees them and acts under that name; where sign-in is off, nobody.</summary>
    SignedIn,

    /// <summary>Whoever reaches the address sees them; nobody acts who has not signed in.</summary>
    ReadOnly,

    /// <summary>Whoever reaches the address sees them and acts: for an address of this machine alone.</summary>
    Full,
}
