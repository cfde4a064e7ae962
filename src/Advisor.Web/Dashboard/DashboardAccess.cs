namespace Advisor.Web.Dashboard;

/// <summary>Access to the fleet pages: who may read them, and who may act on them.</summary>
public enum DashboardAccess
{
    /// <summary>No access: the pages do not exist.</summary>
    Off,

    /// <summary>Signed-in users read and act under their names. When sign-in is off, the pages are not available.</summary>
    SignedIn,

    /// <summary>Anyone who can reach the address reads; actions require sign-in.</summary>
    ReadOnly,

    /// <summary>Anyone who can reach the address reads and acts: only for an address of this machine.</summary>
    Full,
}
